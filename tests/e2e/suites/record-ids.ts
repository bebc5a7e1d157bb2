import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ApiResponse } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import { fieldsOf, setAt } from '../openapi/body-fields.ts';
import type { FieldPath } from '../openapi/body-fields.ts';
import { isId, pathOf, pathParametersOf, queryParametersOf } from '../openapi/operation.ts';
import type { Operation, Schema } from '../openapi/operation.ts';
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

/** Returns the paths of the ids in a body. */
const idFieldsOf = (schema: Schema): FieldPath[] =>
  fieldsOf(schema).flatMap((field) => (isId(field.schema) ? [field.at] : []));

/**
 * Defines the tests of malformed, unknown and foreign ids in paths, queries and bodies.
 *
 * @see docs/reference/http.md#identifiers
 */
export function describeRecordIds(platform: TestPlatform): void {
  const { operations } = platform;
  const named = (each: readonly Operation[]) => each.map((operation) => [operation.name, operation] as const);
  const withPathId = operations.filter((operation) =>
    pathParametersOf(operation).some(({ schema }) => isId(schema)),
  );

  describe('threat 1: tenant crossing by ids', () => {
    let tenant: Tenant;
    let own: SampleRecords;
    let foreign: SampleRecords;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      own = await createSampleRecords(tenant, operations);
      foreign = await createSampleRecords(await platform.createTenant(), operations);
    });

    const ownIds = (): string[] => [own['memory_id']!, own['other_memory_id']!];

    test.each(named(withPathId))(
      '%s rejects a malformed id in the path with VAL_UUID_INVALID',
      async (_, operation) => {
        for (const malformed of MALFORMED.filter((text) => text !== '')) {
          const values = Object.fromEntries(pathParametersOf(operation).map(({ name }) => [name, malformed]));
          const response = await tenant.send({
            method: operation.method,
            path: pathOf(operation, values),
            body: exampleBody(operation),
          });
          const expected = malformed === '\u0000' ? 'VAL_FIELD_INVALID' : 'VAL_UUID_INVALID';
          expect([malformed.slice(0, 40), response.status, response.body.error.code]).toEqual([
            malformed.slice(0, 40),
            422,
            expected,
          ]);
        }
      },
    );

    /** Sends an operation with the given path values and a valid body. */
    const send = (operation: Operation, values: Readonly<Record<string, string>>): Promise<ApiResponse> =>
      tenant.send({
        method: operation.method,
        path: pathOf(operation, values),
        body: exampleBody(operation, ownIds()),
      });
    const unknownIds = (names: readonly string[]): Record<string, string> =>
      Object.fromEntries(names.map((name) => [name, randomUUID()]));

    test.each(named(withPathId))(
      '%s returns the same response for an id of another tenant in the path as for an unknown id',
      async (_, operation) => {
        const names = pathParametersOf(operation).map(({ name }) => name);
        const unknown = unknownIds(names);
        const expected = await send(operation, unknown);
        if (operation.responses['404'] !== undefined) {
          expect([expected.status, expected.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
        }
        const foreignIds = names.map((name) => foreign[name]!);
        expect(normalize(await send(operation, foreign), foreignIds)).toEqual(
          normalize(expected, Object.values(unknown)),
        );
      },
    );

    test.each(named(withPathId))(
      '%s returns the same response for the id of another kind of record as for an unknown id',
      async (_, operation) => {
        const names = pathParametersOf(operation).map(({ name }) => name);
        const unknown = unknownIds(names);
        const otherKinds = Object.fromEntries(
          names.map((name) => [name, own[name === 'memory_id' ? 'relationship_id' : 'memory_id']!]),
        );
        expect(normalize(await send(operation, otherKinds), Object.values(otherKinds))).toEqual(
          normalize(await send(operation, unknown), Object.values(unknown)),
        );
      },
    );

    test.each(named(withPathId.filter(({ method }) => method === 'GET')))(
      '%s accepts an id in uppercase',
      async (_, operation) => {
        const values = (change: (id: string) => string) =>
          Object.fromEntries(pathParametersOf(operation).map(({ name }) => [name, change(own[name]!)]));
        // A job can change a record between two responses, for example deliver a message to a webhook.
        await eventually(async () => {
          const lower = await send(
            operation,
            values((id) => id),
          );
          const upper = await send(
            operation,
            values((id) => id.toUpperCase()),
          );
          expect([upper.status, normalize(upper, [])]).toEqual([200, normalize(lower, [])]);
        });
      },
    );

    describe.each(
      operations
        .filter(({ bodySchema }) => bodySchema !== null)
        .flatMap((operation) =>
          idFieldsOf(operation.bodySchema).map(
            (at) => [operation.name, at.join('.'), operation, at] as const,
          ),
        ),
    )('%s with an id in the field %s', (_, __, operation, at) => {
      const sendId = (id: string): Promise<ApiResponse> =>
        tenant.send({
          method: operation.method,
          path: pathOf(operation, own),
          body: setAt(operation.bodySchema, exampleBody(operation, ownIds()), at, id),
        });

      test('returns the same response for an id of another tenant as for an unknown id', async () => {
        await expectSameResponse(sendId);
      });

      test('rejects a malformed id with VAL_UUID_INVALID', async () => {
        const { status, body } = await sendId('not-a-uuid');
        expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
      });
    });

    describe.each(
      operations.flatMap((operation) =>
        queryParametersOf(operation)
          .filter(({ schema }) => isId(schema))
          .map(({ name }) => [operation.name, name, operation] as const),
      ),
    )('%s with an id in the query parameter %s', (_, name, operation) => {
      const sendId = (id: string): Promise<ApiResponse> => {
        const required = queryParametersOf(operation).filter(
          (other) => other.required && other.name !== name,
        );
        const query = new URLSearchParams({
          ...Object.fromEntries(required.map((other) => [other.name, own['memory_id']!])),
          [name]: id,
        });
        return tenant.send({ method: operation.method, path: `${pathOf(operation, own)}?${query}` });
      };

      test('returns the same response for an id of another tenant as for an unknown id', async () => {
        await expectSameResponse(sendId);
      });

      test('rejects a malformed id with VAL_UUID_INVALID', async () => {
        const { status, body } = await sendId('not-a-uuid');
        expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
      });
    });

    /** Expects the response for a memory of another tenant to equal the response for an unknown id. */
    async function expectSameResponse(sendId: (id: string) => Promise<ApiResponse>): Promise<void> {
      const [unknownId, foreignId] = [randomUUID(), foreign['memory_id']!];
      expect(normalize(await sendId(foreignId), [foreignId])).toEqual(
        normalize(await sendId(unknownId), [unknownId]),
      );
    }
  });
}

/** Returns status and body without request ids, times and the given ids, which differ between equivalent responses. */
function normalize({ status, text, headers }: ApiResponse, ids: readonly string[]): string {
  let normalized = text
    .replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":""')
    .replaceAll(/"(\w+_time_ms|processing_time)":[\d.]+/g, '"$1":0')
    .replaceAll(headers['x-request-id'] ?? '-', 'request-id');
  for (const id of ids) normalized = normalized.replaceAll(id, 'id');
  return `${status} ${headers['content-type']} ${normalized}`;
}
