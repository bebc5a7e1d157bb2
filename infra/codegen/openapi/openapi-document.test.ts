import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { componentNames } from '@loci/contracts';
import { bulkElement, route } from '@loci/http';
import type { Route } from '@loci/http';
import { findSecrets } from '@loci/secret-filter';
import { z } from 'zod';
import { createOpenApiDocument } from './openapi-document.ts';
import { readResponseExamples } from '../../documentation/src/response-examples.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = Record<string, any>;

const DOCUMENT = join(import.meta.dirname, '../../../gateway/src/api-description/openapi.json');

describe('the OpenAPI document', () => {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Json;
  const operations = Object.values<Json>(document['paths']).flatMap((methods) =>
    Object.values<Json>(methods),
  );

  test('has one camel case id and a description for each operation', () => {
    const ids = operations.map(({ operationId }) => operationId as string);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]*)*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ description }) => !description)).toEqual([]);
  });

  test('describes every parameter', () => {
    const missing = operations.flatMap(({ operationId, parameters }) =>
      (parameters as Json[])
        .filter((each) => each['$ref'] === undefined && !each['description'] && !each['schema'].description)
        .map(({ name }) => `${operationId}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('describes every field', () => {
    const missing: string[] = [];
    /** The description next to a reference, or of the component. */
    const descriptionOf = ({ description, $ref }: Json): unknown =>
      description ??
      document['components'].schemas[($ref as string | undefined)?.split('/').at(-1) ?? '']?.description;
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, child] of Object.entries(value as Json)) {
        if (key === 'example') continue;
        if (key === 'properties') {
          for (const [name, field] of Object.entries<Json>(child)) {
            if (descriptionOf(field) === undefined) missing.push(`${path}.${name}`);
          }
        }
        visit(child, `${path}.${key}`);
      }
    };
    visit(document, '');
    expect(missing).toEqual([]);
  });

  test('has no options of the generator', () => {
    expect(JSON.stringify(document)).not.toContain('unusedIO');
  });

  test('has an example for each body of JSON and each parameter of a path', () => {
    const missing = operations.flatMap(({ operationId, parameters, requestBody }) => {
      const inPath = (parameters as Json[]).filter((each) => each['in'] === 'path');
      const bodies = [requestBody?.content['application/json'] ?? []].flat();
      return [...inPath, ...bodies].some(({ example }) => example === undefined)
        ? [operationId as string]
        : [];
    });
    expect(missing).toEqual([]);
  });

  test('has an example for each successful response in JSON', () => {
    const missing = operations.flatMap(({ operationId, responses }) =>
      Object.entries<Json>(responses)
        .filter(([status, { content }]) => status < '300' && content?.['application/json'] !== undefined)
        .filter(([, { content }]) => content['application/json'].example === undefined)
        .map(([status]) => `${operationId} ${status} has no example. Run \`npm run examples\`.`),
    );
    expect(missing).toEqual([]);
  });

  test('has every recorded example', () => {
    const unused = Object.entries(readResponseExamples()).flatMap(([id, examples]) => {
      const responses = operations.find(({ operationId }) => operationId === id)?.['responses'];
      return Object.keys(examples)
        .filter((status) => responses?.[status]?.content?.['application/json'] === undefined)
        .map((status) => `The document has no response ${id} ${status}. Run \`npm run examples\`.`);
    });
    expect(unused).toEqual([]);
  });

  test('has no secret in a recorded example', () => {
    const examples = JSON.stringify(readResponseExamples());
    expect(findSecrets(examples).map(({ start, end }) => examples.slice(start, end))).toEqual([]);
  });

  test('has only UUIDs of version 7 in recorded examples', () => {
    const examples = JSON.stringify(readResponseExamples());
    const ids = examples.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    expect(ids.filter((id) => id[14] !== '7')).toEqual([]);
  });

  test('has a component for each enumeration', () => {
    const inline = JSON.stringify(document['paths']).match(/"enum":\["[^\]]*","[^\]]*\]/g);
    expect(inline).toBeNull();
    expect(document['components'].schemas.MemoryType.enum).toContain('fact');
  });
});

describe('createOpenApiDocument', () => {
  const memory = z
    .object({ kind: z.enum(['fact', 'insight']).describe('Kind.') })
    .register(componentNames, { name: 'TestMemory' });
  const element = z
    .object({ text: z.string().max(5).describe('Text.') })
    .register(componentNames, { name: 'TestElement' });
  const create: Route = route({
    method: 'post',
    path: '/api/v2/memories/:memory_id',
    scope: 'write',
    permission: 'delete',
    summary: 'Create',
    operationId: 'createTest',
    description: 'Creates it.',
    params: z.object({ memory_id: z.guid().describe('ID.') }),
    body: z.object({ elements: z.array(bulkElement(element)).max(3).describe('Elements.') }),
    response: memory.describe('A described memory.'),
    errors: ['RES_NOT_FOUND'],
    handle: () => Promise.reject(new Error('not called')),
  });
  const example = { status: 'success' };
  const options = {
    title: 'Test',
    description: 'Test.',
    serverUrl: 'https://localhost:8080',
    responseExamples: { createTest: { 200: example } },
  };
  let operation: Json;
  let schemas: Json;

  beforeAll(() => {
    const document = createOpenApiDocument([create], options) as Json;
    operation = document['paths']['/api/v2/memories/{memory_id}'].post;
    schemas = document['components'].schemas;
  });

  test('refers to the component of a named schema, also if the schema has another description', () => {
    const { data } = operation['responses']['200'].content['application/json'].schema.properties;
    expect(data).toEqual({
      $ref: '#/components/schemas/CreateTestData',
      description: 'Result of the operation.',
    });
    expect(schemas['CreateTestData']).toMatchObject({
      $ref: '#/components/schemas/TestMemory',
      description: 'A described memory.',
    });
    expect(schemas['TestMemory'].properties.kind.$ref).toBe('#/components/schemas/Kind');
    expect(schemas['Kind']).toEqual({ type: 'string', enum: ['fact', 'insight'] });
  });

  test('has the recorded response of the operation with the same status', () => {
    const contentOf = (status: number): Json => {
      const { paths } = createOpenApiDocument([{ ...create, status }], options) as Json;
      return paths['/api/v2/memories/{memory_id}'].post.responses[status].content['application/json'];
    };
    expect(contentOf(200)['example']).toEqual(example);
    expect(contentOf(202)).not.toHaveProperty('example');
  });

  test('refers to the schema of the elements of a bulk request', () => {
    expect(schemas['CreateTestRequest'].properties.elements.items).toEqual({
      $ref: '#/components/schemas/TestElement',
    });
    expect(schemas['TestElement'].properties.text).toMatchObject({ type: 'string', maxLength: 5 });
  });

  test('states the required scope, the permission and the error codes', () => {
    expect(operation['security']).toEqual([{ accessToken: ['write', 'delete'] }, { oauth: ['write'] }]);
    expect(operation['description']).toContain('Needs the scope `write` and the permission `delete`.');
    expect(operation['responses']['404'].description).toBe('RES_NOT_FOUND');
    expect(operation['responses']['429'].headers).toHaveProperty('Retry-After');
  });

  test('omits internal and undocumented routes', () => {
    const hidden: Route[] = [
      { ...create, scope: 'internal' },
      { ...create, documented: false },
    ];
    expect((createOpenApiDocument(hidden, options) as Json)['paths']).toEqual({});
  });

  test('rejects an operation without an id or a description', () => {
    const { operationId: _, ...unnamed } = create;
    expect(() => createOpenApiDocument([unnamed], options)).toThrow('needs an operationId and a description');
  });

  test('rejects a tag without a description', () => {
    const untagged = { ...create, path: '/api/v2/unknown' };
    expect(() => createOpenApiDocument([untagged], options)).toThrow('Describe the tag unknown');
  });
});
