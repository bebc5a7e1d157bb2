import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiResponse } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import { fieldsOf, setAt } from '../openapi/body-fields.ts';
import type { FieldPath } from '../openapi/body-fields.ts';
import { isId, pathOf, pathParametersOf, queryParametersOf } from '../openapi/operation.ts';
import type { Schema } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { createSampleRecords, exampleBody } from '../sample-records.ts';
import type { SampleRecords } from '../sample-records.ts';

const MALFORMED = [
  'not-a-uuid',
  '1',
  '0'.repeat(36),
  '00000000-0000-0000-0000-00000000000g',
  `${'9'.repeat(2_000)}`,
  "'; DROP TABLE memories; --",
  '../memories',
  '\u0000',
  '${jndi:x}',
  '',
];

/** Where a body has ids. */
const idFieldsOf = (schema: Schema): FieldPath[] =>
  fieldsOf(schema).flatMap((field) => (isId(field.schema) ? [field.at] : []));

/** Ids in paths, queries and bodies: malformed, unknown, and another tenant's. Attack 1 of the guide. */
export function describeIds(platform: TestPlatform): void {
  const { operations } = platform;
  const withPathId = operations.filter((operation) =>
    pathParametersOf(operation).some(({ schema }) => isId(schema)),
  );

  describe('ids', () => {
    let tenant: Tenant;
    let own: SampleRecords;
    let foreign: SampleRecords;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      own = await createSampleRecords(tenant, operations);
      foreign = await createSampleRecords(await platform.createTenant(), operations);
    });

    const ownIds = (): string[] => [own['memory_id']!, own['other_memory_id']!];

    test.each(withPathId.map((operation) => [operation.name, operation] as const))(
      '%s: a malformed id in the path is 422 VAL_UUID_INVALID',
      async (_, operation) => {
        for (const bad of MALFORMED.filter((text) => text !== '')) {
          const values = Object.fromEntries(pathParametersOf(operation).map(({ name }) => [name, bad]));
          const answer = await tenant.send({
            method: operation.method,
            path: pathOf(operation, values),
            body: exampleBody(operation),
          });
          const expected = bad === '\u0000' ? 'VAL_FIELD_INVALID' : 'VAL_UUID_INVALID';
          expect([bad.slice(0, 40), answer.status, answer.body.error.code]).toEqual([
            bad.slice(0, 40),
            422,
            expected,
          ]);
        }
      },
    );

    test.each(withPathId.map((operation) => [operation.name, operation] as const))(
      "%s: another tenant's id is as absent",
      async (_, operation) => {
        const names = pathParametersOf(operation).map(({ name }) => name);
        const ask = (values: Record<string, string>) =>
          tenant.send({
            method: operation.method,
            path: pathOf(operation, values),
            body: exampleBody(operation, ownIds()),
          });
        const missing = Object.fromEntries(names.map((name) => [name, randomUUID()]));
        const absent = await ask(missing);
        const hidden = await ask(foreign);
        if (operation.responses['404'] !== undefined) {
          expect([absent.status, absent.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
        }
        expect(
          impersonal(
            hidden,
            names.map((name) => foreign[name]!),
          ),
        ).toEqual(impersonal(absent, Object.values(missing)));
      },
    );

    test.each(withPathId.map((operation) => [operation.name, operation] as const))(
      '%s: the id of a record of another kind is as absent',
      async (_, operation) => {
        const names = pathParametersOf(operation).map(({ name }) => name);
        const ask = (values: Record<string, string>) =>
          tenant.send({
            method: operation.method,
            path: pathOf(operation, values),
            body: exampleBody(operation, ownIds()),
          });
        const missing = Object.fromEntries(names.map((name) => [name, randomUUID()]));
        const others = Object.fromEntries(
          names.map((name) => [name, own[name === 'memory_id' ? 'relationship_id' : 'memory_id']!]),
        );
        expect(impersonal(await ask(others), Object.values(others))).toEqual(
          impersonal(await ask(missing), Object.values(missing)),
        );
      },
    );

    const readsById = withPathId.filter(({ method }) => method === 'GET');
    test.each(readsById.map((operation) => [operation.name, operation] as const))(
      '%s: an id is the same in either case',
      async (_, operation) => {
        const values = (change: (id: string) => string) =>
          Object.fromEntries(pathParametersOf(operation).map(({ name }) => [name, change(own[name]!)]));
        const [lower, upper] = await Promise.all(
          [values((id) => id), values((id) => id.toUpperCase())].map((each) =>
            tenant.send({ method: 'GET', path: pathOf(operation, each) }),
          ),
        );
        expect([upper!.status, impersonal(upper!, [])]).toEqual([200, impersonal(lower!, [])]);
      },
    );

    const withBodyId = operations.filter(
      ({ bodySchema }) => bodySchema !== null && idFieldsOf(bodySchema).length > 0,
    );
    test.each(
      withBodyId.flatMap((operation) =>
        idFieldsOf(operation.bodySchema).map((at) => [operation.name, at.join('.'), operation, at] as const),
      ),
    )("%s: another tenant's id in %s is as absent", async (_, __, operation, at) => {
      const ask = (id: string) =>
        tenant.send({
          method: operation.method,
          path: pathOf(operation, own),
          body: setAt(operation.bodySchema, exampleBody(operation, ownIds()), at, id),
        });
      const missingId = randomUUID();
      const [absent, hidden] = [await ask(missingId), await ask(foreign['memory_id']!)];
      expect(impersonal(hidden, [foreign['memory_id']!])).toEqual(impersonal(absent, [missingId]));
      const malformed = await ask('not-a-uuid');
      expect([malformed.status, malformed.body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
    });

    const queryIds = operations.flatMap((operation) =>
      queryParametersOf(operation)
        .filter(({ schema }) => isId(schema))
        .map(({ name }) => [operation.name, name, operation] as const),
    );
    test.each(queryIds)("%s: another tenant's id in ?%s is as absent", async (_, name, operation) => {
      const others = queryParametersOf(operation).filter((other) => other.required && other.name !== name);
      const ask = (id: string) => {
        const query = new URLSearchParams({
          ...Object.fromEntries(others.map((other) => [other.name, own['memory_id']!])),
          [name]: id,
        });
        return tenant.send({ method: operation.method, path: `${pathOf(operation, own)}?${query}` });
      };
      const missingId = randomUUID();
      const [absent, hidden] = [await ask(missingId), await ask(foreign['memory_id']!)];
      expect(impersonal(hidden, [foreign['memory_id']!])).toEqual(impersonal(absent, [missingId]));
      const malformed = await ask('not-a-uuid');
      expect([malformed.status, malformed.body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
    });
  });
}

/** Status and body without what differs between any two requests: their ids, their times, the id asked for. */
function impersonal({ status, text, headers }: ApiResponse, ids: readonly string[]): string {
  let plainText = text
    .replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":""')
    .replaceAll(/"(\w+_time_ms|processing_time)":[\d.]+/g, '"$1":0')
    .replaceAll(headers['x-request-id'] ?? '-', 'request-id');
  for (const id of ids) plainText = plainText.replaceAll(id, 'id');
  return `${status} ${headers['content-type']} ${plainText}`;
}
