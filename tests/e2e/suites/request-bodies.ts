import { mapConcurrently } from '@loci/async';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiRequest, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import { boundsOf, fieldsOf, setAt, typesOf } from '../openapi/body-fields.ts';
import type { Field } from '../openapi/body-fields.ts';
import { isId, pathOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { createSampleRecords, exampleBody } from '../sample-records.ts';
import type { SampleRecords } from '../sample-records.ts';

const CONCURRENCY = 8;
const MEBIBYTE = 1024 * 1024;
/** Body limit of operations without text fields. */
const SMALL_BODY_LIMIT_BYTES = 8 * 1024;

const VALUES_BY_TYPE: Readonly<Record<string, Json>> = {
  string: 'text',
  number: 1.5,
  boolean: true,
  null: null,
  array: [{ a: [] }],
  object: { a: { b: null } },
};

/** Bodies that no operation accepts, with the error code of the response. */
const MALFORMED_BODIES: readonly {
  name: string;
  raw: string | Buffer;
  headers?: ApiRequest['headers'];
  code: string;
  /** Status of the response. Defaults to 422. */
  status?: number;
}[] = [
  { name: 'truncated JSON', raw: '{"content": "a', code: 'VAL_VALIDATION_FAILED' },
  { name: 'two JSON values', raw: '{} {}', code: 'VAL_VALIDATION_FAILED' },
  { name: 'invalid UTF-8', raw: Buffer.from([0xff, 0xfe, 0x7b]), code: 'VAL_VALIDATION_FAILED' },
  { name: 'NaN', raw: '{"limit": NaN}', code: 'VAL_VALIDATION_FAILED' },
  { name: '65 levels', raw: `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, code: 'VAL_VALIDATION_FAILED' },
  {
    name: '100,000 levels',
    raw: '['.repeat(100_000) + ']'.repeat(100_000),
    code: 'VAL_VALIDATION_FAILED',
  },
  { name: 'an infinite number', raw: '{"unknown": 1e999}', code: 'VAL_FIELD_INVALID' },
  { name: 'a NUL character in a key', raw: '{"a\\u0000b": 1}', code: 'VAL_FIELD_INVALID' },
  { name: 'a lone surrogate', raw: '{"unknown": "\\ud800"}', code: 'VAL_FIELD_INVALID' },
  {
    name: 'the content type text/plain',
    raw: '{}',
    headers: { 'content-type': 'text/plain' },
    code: 'VAL_VALIDATION_FAILED',
    status: 415,
  },
  {
    name: 'a form',
    raw: 'query=a',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    code: 'VAL_VALIDATION_FAILED',
    status: 415,
  },
  {
    name: 'an unknown charset',
    raw: '{}',
    headers: { 'content-type': 'application/json; charset=x-unknown' },
    code: 'VAL_VALIDATION_FAILED',
    status: 415,
  },
  {
    name: 'an unknown content encoding',
    raw: '{}',
    headers: { 'content-encoding': 'x-unknown' },
    code: 'VAL_VALIDATION_FAILED',
    status: 415,
  },
  {
    name: 'an invalid gzip stream',
    raw: '{}',
    headers: { 'content-encoding': 'gzip' },
    code: 'VAL_VALIDATION_FAILED',
  },
];

/**
 * Defines tests that send generated request bodies to every operation.
 *
 * @see docs/reference/http.md#requests
 */
export function describeRequestBodies(platform: TestPlatform): void {
  const withBody = platform.operations.filter(({ bodySchema }) => bodySchema !== null);
  const named = (operations: readonly Operation[]) =>
    operations.map((operation) => [operation.name, operation] as const);

  describe('threat 22: JSON abuse', () => {
    let tenant: Tenant;
    let records: SampleRecords;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      records = await createSampleRecords(tenant, platform.operations);
    });

    const send = (operation: Operation, body: Partial<ApiRequest>) =>
      tenant.send({
        method: operation.method,
        path: pathOf(operation, records),
        ...(operation.needs.length === 0 ? { token: null } : {}),
        ...body,
      });

    /** Returns the statuses with which an operation may reject a value. */
    const rejections = (operation: Operation): number[] =>
      [422, 400, 413].filter((status) => operation.responses[status] !== undefined);

    test.each(named(withBody))('%s accepts the example of the OpenAPI document', async (_, operation) => {
      expect(operation.bodyExample).toBeDefined();
      const { status, text } = await send(operation, { body: exampleBody(operation) });
      expect(status === 422 ? text : '').toBe('');
    });

    test.each(named(withBody))(
      '%s accepts only values within the bounds of each field',
      async (_, operation) => {
        const cases = fieldsOf(operation.bodySchema).flatMap((field) => {
          const { inside, outside } = boundsOf(field.schema);
          return [
            ...inside.map((value) => ({ field, value, isValid: true })),
            ...outside.map((value) => ({ field, value, isValid: false })),
          ];
        });
        const failures = await mapConcurrently(cases, CONCURRENCY, async ({ field, value, isValid }) => {
          const body = setAt(operation.bodySchema, exampleBody(operation), field.at, value);
          const response = await send(operation, { body });
          const isRejected =
            rejections(operation).includes(response.status) && response.body.error.code.startsWith('VAL_');
          // A rule across several fields may still reject a body whose fields are all valid.
          const namesBound = /at (most|least)|empty|too long/i.test(
            JSON.stringify(response.body.error?.field_errors ?? ''),
          );
          return (isValid ? isRejected && namesBound : !isRejected)
            ? [failureOf(field, value, response)]
            : [];
        });
        expect(failures.flat()).toEqual([]);
      },
    );

    test.each(named(withBody))('%s rejects values of another JSON type', async (_, operation) => {
      const cases = fieldsOf(operation.bodySchema).flatMap((field) =>
        valuesOfOtherTypes(field).map((value) => ({ field, value })),
      );
      expect(cases.length).toBeGreaterThan(0);
      const failures = await mapConcurrently(cases, CONCURRENCY, async ({ field, value }) => {
        const body = setAt(operation.bodySchema, exampleBody(operation), field.at, value);
        const response = await send(operation, { raw: JSON.stringify(body) });
        return rejections(operation).includes(response.status) ? [] : [failureOf(field, value, response)];
      });
      expect(failures.flat()).toEqual([]);
    });

    test.each(named(withBody))(
      '%s rejects a missing required field with VAL_FIELD_REQUIRED',
      async (_, operation) => {
        const body = exampleBody(operation);
        for (const key of operation.bodySchema.required ?? []) {
          const { [key]: _removed, ...rest } = body;
          const { status, body: response } = await send(operation, { body: rest });
          expect([
            key,
            status,
            response.error?.code,
            Object.keys(response.error?.field_errors ?? {}),
          ]).toEqual([key, 422, 'VAL_FIELD_REQUIRED', [key]]);
        }
      },
    );

    const withEnum = withBody.filter(({ bodySchema }) =>
      fieldsOf(bodySchema).some(({ schema }) => schema.enum !== undefined),
    );
    test.each(named(withEnum))(
      '%s rejects an unknown enumeration value with a list of the allowed values',
      async (_, operation) => {
        for (const { at, schema } of fieldsOf(operation.bodySchema).filter((field) => field.schema.enum)) {
          for (const unknown of ['', 'nothing', `${schema.enum[0]} `]) {
            const body = setAt(operation.bodySchema, exampleBody(operation), at, unknown);
            const { status, body: response } = await send(operation, { body });
            expect([at, status, response.error?.code]).toEqual([at, 422, 'VAL_ENUM_INVALID']);
            // A bulk operation reports errors per element, without the allowed values.
            if (Array.isArray(body)) continue;
            expect(response.error.details.allowed_values).toEqual(schema.enum);
          }
        }
      },
    );

    test.each(named(withBody))(
      '%s rejects NUL characters and lone surrogates in every text field',
      async (_, operation) => {
        const texts = fieldsOf(operation.bodySchema).filter(
          ({ schema }) =>
            typesOf(schema)?.includes('string') === true && schema.enum === undefined && !isId(schema),
        );
        const cases = texts.flatMap((field) =>
          ['a\\u0000b', '\\ud800', 'a\\udc00b'].map((escaped) => ({ field, escaped })),
        );
        const failures = await mapConcurrently(cases, CONCURRENCY, async ({ field, escaped }) => {
          const body = setAt(operation.bodySchema, exampleBody(operation), field.at, '@@');
          const raw = JSON.stringify(body).replace('"@@"', `"${escaped}"`);
          const response = await send(operation, { raw });
          const isRejected =
            rejections(operation).includes(response.status) &&
            response.body.error.code === 'VAL_FIELD_INVALID';
          return isRejected ? [] : [failureOf(field, escaped, response)];
        });
        expect(failures.flat()).toEqual([]);
      },
    );

    test.each(named(withBody))(
      '%s rejects bodies that are malformed or in an unsupported format',
      async (_, operation) => {
        const failures = await mapConcurrently(
          MALFORMED_BODIES,
          CONCURRENCY,
          async ({ name, raw, headers, code: expected, status: expectedStatus = 422 }) => {
            const { status, body } = await send(operation, { raw, headers });
            const code = body.error?.code;
            const isTooLarge = raw.length > SMALL_BODY_LIMIT_BYTES && status === 413;
            const isRejected = isTooLarge
              ? code === 'VAL_FIELD_TOO_LONG'
              : status === expectedStatus && code === expected;
            return isRejected ? [] : [{ name, status, code }];
          },
        );
        expect(failures.flat()).toEqual([]);
      },
    );

    test.each(named(withBody))('%s rejects a body over its size limit with 413', async (_, operation) => {
      const raw = JSON.stringify({ filling: 'x'.repeat(8 * MEBIBYTE) });
      const { status, body } = await send(operation, { raw });
      expect([status, body.error.code]).toEqual([413, 'VAL_FIELD_TOO_LONG']);
    });

    const withObject = withBody.filter((operation) => !Array.isArray(exampleBody(operation)));
    test.each(named(withObject))('%s ignores __proto__ and other unknown keys', async (_, operation) => {
      const raw = JSON.stringify(exampleBody(operation)).replace(
        /^\{/,
        '{"__proto__": {"tenant_id": "x"}, "constructor": {"prototype": 1}, "toString": 1, "unknown": [1],',
      );
      const { status } = await send(operation, { raw: raw.replace(/,\}$/, '}') });
      expect(status).not.toBe(422);
    });
  });
}

const failureOf = ({ at }: Field, value: Json, { status, text }: { status: number; text: string }): string =>
  `${at.join('.')} = ${(JSON.stringify(value) ?? 'undefined').slice(0, 60)} returned ${status} ${text.slice(0, 300)}`;

/** Returns a value of each JSON type that the field does not accept. Empty if its schema does not restrict the type. */
function valuesOfOtherTypes({ schema, isNullable }: Field): Json[] {
  const types = typesOf(schema);
  if (types === null) return [];
  const accepted = new Set([...types, ...(isNullable ? ['null'] : [])]);
  return Object.entries(VALUES_BY_TYPE)
    .filter(([type]) => !accepted.has(type))
    .map(([, value]) => value);
}
