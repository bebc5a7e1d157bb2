import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createTextSource } from '../../texts/memory-texts.ts';
import {
  READ_VARIANTS,
  readRequest,
  UNMEASURED_OPERATIONS,
  UNMEASURED_PARAMETERS,
} from './read-operations.ts';
import type { ReadData } from './read-operations.ts';

interface Operation {
  name: string;
  parameters: { name: string; in: string; schema: { $ref?: string } }[];
}

interface Document {
  paths: Record<
    string,
    Record<string, { security?: Record<string, string[]>[]; parameters?: Operation['parameters'] }>
  >;
  components: { schemas: Record<string, { enum?: string[] }> };
}

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../gateway/src/api-description/openapi.json'), 'utf8'),
) as Document;

/** Operations whose only required scope is `read`. */
const documentedOperations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security = [] }]) => security.some((each) => each['accessToken']?.join() === 'read'))
    .map(([method, { parameters = [] }]) => ({ name: `${method.toUpperCase()} ${path}`, parameters })),
);

/** Parameters that have no effect without a minimum position. */
const FRESHNESS_PARAMETERS = ['wait_ms', 'require_fresh'];
const readOperations = documentedOperations.filter(({ name }) => !(name in UNMEASURED_OPERATIONS));

const data: ReadData = {
  texts: createTextSource(1),
  memoryIds: ['m0', 'm1'],
  userId: 'u',
  tag: 'a/b',
  evolvedId: 'e',
  revisedId: 'o',
  disputedId: 'd',
  relationshipId: 'r',
  documentId: 'f',
  artifactPath: '/bench/1.md',
  webhookId: 'w',
  checkpointId: 'c',
  cursors: {},
};

test('every unmeasured operation is in the OpenAPI document', () => {
  const names = documentedOperations.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(UNMEASURED_OPERATIONS)));
});

describe('READ_VARIANTS', () => {
  test('contains exactly the operations of the OpenAPI document that need the scope read', () => {
    expect(readOperations.length).toBeGreaterThan(20);
    expect([...new Set(READ_VARIANTS.map(({ operation }) => operation))].sort()).toEqual(
      readOperations.map(({ name }) => name).sort(),
    );
  });

  test.each(readOperations)('uses every query parameter and sort order of $name', ({ name, parameters }) => {
    const queries = READ_VARIANTS.filter(({ operation }) => operation === name).map(
      ({ query }) => query?.(data) ?? {},
    );
    const used = new Set([
      ...queries.flatMap((query) => Object.keys(query)),
      ...Object.keys(UNMEASURED_PARAMETERS[name] ?? {}),
    ]);
    const documented = parameters.filter(
      (parameter) => parameter.in === 'query' && !FRESHNESS_PARAMETERS.includes(parameter.name),
    );
    expect(documented.map((parameter) => parameter.name).filter((each) => !used.has(each))).toEqual([]);
    const sort = documented.find((parameter) => parameter.name === 'sort');
    const sorts = sort ? document.components.schemas[sort.schema.$ref!.split('/').at(-1)!]!.enum! : [];
    expect(sorts.filter((sort) => !queries.some((query) => query['sort'] === sort))).toEqual([]);
  });

  test('has a different name for each variant of an operation', () => {
    const names = READ_VARIANTS.map(({ operation, variant }) => `${operation} ${variant}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('fills all path parameters', () => {
    for (const variant of READ_VARIANTS) {
      expect(readRequest(variant, data, 0).path).not.toMatch(/[{}]|undefined/);
    }
  });
});

test('readRequest encodes path parameters and the query', () => {
  const variant = READ_VARIANTS.find(({ operation }) => operation === 'GET /api/v2/tags/{tag}/memories')!;
  expect(readRequest(variant, data, 0)).toEqual({
    method: 'GET',
    path: '/api/v2/tags/a%2Fb/memories?per_page=10',
    body: undefined,
  });
});
