import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiRequest, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import { inParallel } from '../in-parallel.ts';
import { boundsOf, fieldsOf, setAt, typesOf } from '../openapi/body-fields.ts';
import type { Field } from '../openapi/body-fields.ts';
import { isId, pathOf, queryParametersOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { createSampleRecords, exampleBody } from '../sample-records.ts';
import type { SampleRecords } from '../sample-records.ts';

const MEBIBYTE = 1024 * 1024;
/** Body limit of operations that take no text. */
const SMALL_BODY_LIMIT_BYTES = 8 * 1024;

const VALUES_BY_TYPE: Readonly<Record<string, Json>> = {
  string: 'text',
  number: 1.5,
  boolean: true,
  null: null,
  array: [{ a: [] }],
  object: { a: { b: null } },
};

/** Bytes that are no JSON of ours, with the code of their refusal. */
const BROKEN: readonly {
  name: string;
  raw: string | Buffer;
  headers?: ApiRequest['headers'];
  codes: string[];
}[] = [
  { name: 'cut JSON', raw: '{"content": "a', codes: ['VAL_VALIDATION_FAILED'] },
  { name: 'two values', raw: '{} {}', codes: ['VAL_VALIDATION_FAILED'] },
  {
    name: 'bytes that are not UTF-8 in no JSON',
    raw: Buffer.from([0xff, 0xfe, 0x7b]),
    codes: ['VAL_VALIDATION_FAILED'],
  },
  { name: 'NaN', raw: '{"limit": NaN}', codes: ['VAL_VALIDATION_FAILED'] },
  { name: 'depth 65', raw: `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, codes: ['VAL_VALIDATION_FAILED'] },
  {
    name: 'depth 100,000',
    raw: '['.repeat(100_000) + ']'.repeat(100_000),
    codes: ['VAL_VALIDATION_FAILED'],
  },
  { name: 'a number beyond all', raw: '{"unknown": 1e999}', codes: ['VAL_FIELD_INVALID'] },
  { name: 'a NUL in a key', raw: '{"a\\u0000b": 1}', codes: ['VAL_FIELD_INVALID'] },
  { name: 'half a surrogate pair', raw: '{"unknown": "\\ud800"}', codes: ['VAL_FIELD_INVALID'] },
  { name: 'text', raw: '{}', headers: { 'content-type': 'text/plain' }, codes: ['VAL_VALIDATION_FAILED'] },
  {
    name: 'a form',
    raw: 'query=a',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    codes: ['VAL_VALIDATION_FAILED'],
  },
  {
    name: 'an unknown charset',
    raw: '{}',
    headers: { 'content-type': 'application/json; charset=x-unknown' },
    codes: ['VAL_VALIDATION_FAILED'],
  },
  {
    name: 'an unknown encoding',
    raw: '{}',
    headers: { 'content-encoding': 'x-unknown' },
    codes: ['VAL_VALIDATION_FAILED'],
  },
  {
    name: 'no gzip',
    raw: '{}',
    headers: { 'content-encoding': 'gzip' },
    codes: ['VAL_VALIDATION_FAILED'],
  },
];

/** Bodies and queries that are wrong in one point. @see DECISIONS.md "HTTP in general"; AUTH-AND-MCP.md section 9 */
export function describeBodies(platform: TestPlatform): void {
  const withBody = platform.operations.filter(({ bodySchema }) => bodySchema !== null);
  const named = (operations: readonly Operation[]) =>
    operations.map((operation) => [operation.name, operation] as const);

  describe('bodies (attack 22)', () => {
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

    /** What a refusal of a bad value may be: 422, or the status that the document has for this operation. */
    const refusals = (operation: Operation): number[] =>
      [422, 400, 413].filter((status) => operation.responses[status] !== undefined);

    test.each(named(withBody))('%s: the example of the document passes', async (_, operation) => {
      expect(operation.bodyExample).toBeDefined();
      const { status, text } = await send(operation, { body: operation.bodyExample });
      expect(status === 422 ? text : '').toBe('');
    });

    test.each(named(withBody))(
      '%s: values at every bound pass, the next ones do not',
      async (_, operation) => {
        const cases = fieldsOf(operation.bodySchema).flatMap((field) => {
          const { inside, outside } = boundsOf(field.schema);
          return [
            ...inside.map((value) => ({ field, value, passes: true })),
            ...outside.map((value) => ({ field, value, passes: false })),
          ];
        });
        const wrong = await inParallel(cases, async ({ field, value, passes }) => {
          const body = setAt(operation.bodySchema, exampleBody(operation), field.at, value);
          const answer = await send(operation, { body });
          const refused =
            refusals(operation).includes(answer.status) && answer.body.error.code.startsWith('VAL_');
          // A rule across fields may still refuse what each of them allows.
          const saysBound = /at (most|least)|empty|too long/i.test(
            JSON.stringify(answer.body.error?.field_errors ?? ''),
          );
          return (passes ? refused && saysBound : !refused)
            ? [`${field.at.join('.')} = ${show(value)} answers ${answer.status} ${answer.text.slice(0, 300)}`]
            : [];
        });
        expect(wrong.flat()).toEqual([]);
      },
    );

    test.each(named(withBody))('%s: a value of another type is refused', async (_, operation) => {
      const cases = fieldsOf(operation.bodySchema).flatMap((field) =>
        otherTypes(field).map((value) => ({ field, value })),
      );
      expect(cases.length).toBeGreaterThan(0);
      const wrong = await inParallel(cases, async ({ field, value }) => {
        const body = setAt(operation.bodySchema, exampleBody(operation), field.at, value);
        const answer = await send(operation, { raw: JSON.stringify(body) });
        return refusals(operation).includes(answer.status)
          ? []
          : [`${field.at.join('.')} = ${show(value)} answers ${answer.status} ${answer.text.slice(0, 200)}`];
      });
      expect(wrong.flat()).toEqual([]);
    });

    test.each(named(withBody))('%s: a missing required field is VAL_FIELD_REQUIRED', async (_, operation) => {
      const body = exampleBody(operation);
      for (const key of operation.bodySchema.required ?? []) {
        const { [key]: _left, ...rest } = body;
        const { status, body: answer } = await send(operation, { body: rest });
        expect([key, status, answer.error?.code, Object.keys(answer.error?.field_errors ?? {})]).toEqual([
          key,
          422,
          'VAL_FIELD_REQUIRED',
          [key],
        ]);
      }
    });

    const withEnum = withBody.filter(({ bodySchema }) =>
      fieldsOf(bodySchema).some(({ schema }) => schema.enum !== undefined),
    );
    test.each(named(withEnum))('%s: a value outside of a list names the list', async (_, operation) => {
      for (const { at, schema } of fieldsOf(operation.bodySchema).filter((field) => field.schema.enum)) {
        for (const bad of ['', 'nothing', `${schema.enum[0]} `]) {
          const body = setAt(operation.bodySchema, exampleBody(operation), at, bad);
          const { status, body: answer } = await send(operation, { body });
          expect([at, status, answer.error?.code]).toEqual([at, 422, 'VAL_ENUM_INVALID']);
          // A bulk says it of each bad element.
          if (Array.isArray(body)) continue;
          expect(answer.error.details.allowed_values).toEqual(schema.enum);
        }
      }
    });

    test.each(named(withBody))(
      '%s: what no store can keep is refused in every text',
      async (_, operation) => {
        const texts = fieldsOf(operation.bodySchema).filter(
          ({ schema }) =>
            typesOf(schema)?.includes('string') === true && schema.enum === undefined && !isId(schema),
        );
        const cases = texts.flatMap((field) =>
          ['a\\u0000b', '\\ud800', 'a\\udc00b'].map((escaped) => ({ field, escaped })),
        );
        const wrong = await inParallel(cases, async ({ field, escaped }) => {
          const body = setAt(operation.bodySchema, exampleBody(operation), field.at, '@@');
          const raw = JSON.stringify(body).replace('"@@"', `"${escaped}"`);
          const answer = await send(operation, { raw });
          const refused =
            refusals(operation).includes(answer.status) && answer.body.error.code === 'VAL_FIELD_INVALID';
          return refused
            ? []
            : [`${field.at.join('.')} ${escaped} ${answer.status} ${answer.text.slice(0, 200)}`];
        });
        expect(wrong.flat()).toEqual([]);
      },
    );

    test.each(named(withBody))('%s: bytes that are no JSON of ours are refused', async (_, operation) => {
      const answers = await inParallel(BROKEN, async ({ name, raw, headers, codes }) => {
        const { status, body } = await send(operation, { raw, headers });
        const code = body.error?.code;
        const isTooLarge = raw.length > SMALL_BODY_LIMIT_BYTES && status === 413;
        const refused = isTooLarge ? code === 'VAL_FIELD_TOO_LONG' : status === 422 && codes.includes(code);
        return refused ? [] : [{ name, status, code }];
      });
      expect(answers.flat()).toEqual([]);
    });

    test.each(named(withBody))('%s: a body over the limit is 413', async (_, operation) => {
      const raw = JSON.stringify({ filling: 'x'.repeat(8 * MEBIBYTE) });
      const { status, body } = await send(operation, { raw });
      expect([status, body.error.code]).toEqual([413, 'VAL_FIELD_TOO_LONG']);
    });

    test.each(named(withBody))('%s: keys that JavaScript knows change nothing', async (_, operation) => {
      if (Array.isArray(exampleBody(operation))) return;
      const raw = JSON.stringify(exampleBody(operation)).replace(
        /^\{/,
        '{"__proto__": {"tenant_id": "x"}, "constructor": {"prototype": 1}, "toString": 1, "unknown": [1],',
      );
      const { status } = await send(operation, { raw: raw.replace(/,\}$/, '}') });
      expect(status).not.toBe(422);
    });
  });

  describe('queries', () => {
    const withQuery = platform.operations.filter((operation) => queryParametersOf(operation).length > 0);
    let tenant: Tenant;
    let records: SampleRecords;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      records = await createSampleRecords(tenant, platform.operations);
    });

    /** Required parameters as in the example. */
    const queryOf = (operation: Operation, name: string, encoded: string): string =>
      [
        ...queryParametersOf(operation)
          .filter((parameter) => parameter.required && parameter.name !== name)
          .map(
            (parameter) =>
              `${parameter.name}=${encodeURIComponent(parameter.example ?? records['memory_id']!)}`,
          ),
        `${name}=${encoded}`,
      ].join('&');

    const cases = withQuery.flatMap((operation) =>
      queryParametersOf(operation).map(
        (parameter) => [operation.name, parameter.name, operation, parameter] as const,
      ),
    );

    test.each(cases)('%s?%s: bounds hold, and nothing breaks it', async (_, name, operation, { schema }) => {
      const { inside, outside } = boundsOf(schema);
      const ask = (encoded: string) =>
        tenant.send({
          method: operation.method,
          path: `${pathOf(operation, records)}?${queryOf(operation, name, encoded)}`,
        });
      const isRefused = (status: number) =>
        [422, 400].includes(status) && operation.responses[status] !== undefined;
      for (const value of outside)
        expect([value, isRefused((await ask(String(value))).status)]).toEqual([value, true]);
      // A cursor of any length within bounds is refused unless a response returned it.
      const accepted = name === 'cursor' ? [] : inside.filter((text) => String(text).length < 5_000);
      for (const value of accepted) {
        const { status } = await ask(encodeURIComponent(String(value)));
        expect([value, isRefused(status)]).toEqual([value, false]);
      }
      const types = typesOf(schema) ?? [];
      if (schema.enum !== undefined || ['integer', 'number'].some((type) => types.includes(type))) {
        for (const bad of ['x', '', '1e3', '0x10', '١', '1 OR 1=1']) {
          expect([bad, (await ask(encodeURIComponent(bad))).status]).toEqual([bad, 422]);
        }
      }
      const nul = await ask('a%00b');
      expect([nul.body.error.code, isRefused(nul.status)]).toEqual(['VAL_FIELD_INVALID', true]);
      // The answer is the operation's own affair; that it is one that the document knows is checked for each.
      for (const odd of [
        '%zz',
        '%ff%fe',
        'a%0d%0ab',
        "';--",
        'x'.repeat(4_000),
        '%F0%9F%98%80',
        `1&${name}=2`,
      ]) {
        await ask(odd);
      }
      await tenant.send({
        method: operation.method,
        path: `${pathOf(operation, records)}?${name}[]=1&${name}[a]=2`,
      });
    });
  });
}

const show = (value: Json): string => (JSON.stringify(value) ?? 'undefined').slice(0, 60);

/** A value of each JSON type that the field does not take; none where its schema does not say. */
function otherTypes({ schema, isNullable }: Field): Json[] {
  const types = typesOf(schema);
  if (types === null) return [];
  const taken = new Set([
    ...types,
    ...(isNullable ? ['null'] : []),
    ...(types.includes('integer') ? ['integer'] : []),
  ]);
  return Object.entries(VALUES_BY_TYPE)
    .filter(([type]) => !taken.has(type))
    .map(([, value]) => value);
}
