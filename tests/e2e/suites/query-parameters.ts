import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiResponse } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import { boundsOf, typesOf } from '../openapi/body-fields.ts';
import { pathOf, queryParametersOf } from '../openapi/operation.ts';
import type { Operation, Parameter } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { createSampleRecords } from '../sample-records.ts';
import type { SampleRecords } from '../sample-records.ts';

/** Maximum length of a test value. Longer values exceed the maximum length of a request line. */
const MAX_VALUE_LENGTH = 5_000;

/**
 * Defines tests that send generated values for every query parameter.
 *
 * @see docs/reference/http.md#requests
 */
export function describeQueryParameters(platform: TestPlatform): void {
  const all = platform.operations.flatMap((operation) =>
    queryParametersOf(operation).map((parameter) => ({ operation, parameter })),
  );
  const named = (cases: typeof all) =>
    cases.map(({ operation, parameter }) => [operation.name, parameter.name, operation, parameter] as const);

  describe('query parameters', () => {
    let tenant: Tenant;
    let records: SampleRecords;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      records = await createSampleRecords(tenant, platform.operations);
    });

    /**
     * Sends an operation with one encoded query parameter, and with examples of the other required
     * parameters and of the body.
     */
    function send(operation: Operation, { name }: Parameter, encoded: string): Promise<ApiResponse> {
      const required = queryParametersOf(operation)
        .filter((other) => other.required && other.name !== name)
        .map((other) => `${other.name}=${encodeURIComponent(other.example ?? records['memory_id']!)}`);
      const query = [...required, `${name}=${encoded}`].join('&');
      return tenant.send({
        method: operation.method,
        path: `${pathOf(operation, records)}?${query}`,
        body: operation.bodyExample,
      });
    }

    const isRejected = (operation: Operation, { status }: ApiResponse): boolean =>
      [422, 400].includes(status) && operation.responses[status] !== undefined;

    test.each(named(all))(
      '%s rejects values outside of the bounds of %s',
      async (_, __, operation, parameter) => {
        for (const value of boundsOf(parameter.schema).outside) {
          const response = await send(operation, parameter, String(value));
          expect([value, isRejected(operation, response)]).toEqual([value, true]);
        }
      },
    );

    // A cursor is rejected unless a response returned it, and the other parameters unless they are lists of known names.
    const restrictedText = ['cursor', 'include', 'memory_types', 'source_types'];
    const freeValues = all.filter(({ parameter }) => !restrictedText.includes(parameter.name));
    test.each(named(freeValues))(
      '%s accepts values at the bounds of %s',
      async (_, __, operation, parameter) => {
        const { inside } = boundsOf(parameter.schema);
        for (const value of inside.filter((text) => String(text).length < MAX_VALUE_LENGTH)) {
          const response = await send(operation, parameter, encodeURIComponent(String(value)));
          expect([value, isRejected(operation, response)]).toEqual([value, false]);
        }
      },
    );

    const restricted = all.filter(
      ({ parameter: { schema } }) =>
        schema.enum !== undefined ||
        typesOf(schema)?.some((type) => ['integer', 'number'].includes(type)) === true,
    );
    test.each(named(restricted))(
      '%s rejects a value of %s that is not a number or not in the enumeration',
      async (_, __, operation, parameter) => {
        for (const value of ['x', '', '1e3', '0x10', '١', '1 OR 1=1']) {
          const { status } = await send(operation, parameter, encodeURIComponent(value));
          expect([value, status]).toEqual([value, 422]);
        }
      },
    );

    test.each(named(all))(
      '%s rejects a NUL character in %s with VAL_FIELD_INVALID',
      async (_, __, operation, parameter) => {
        const response = await send(operation, parameter, 'a%00b');
        expect([response.body.error.code, isRejected(operation, response)]).toEqual([
          'VAL_FIELD_INVALID',
          true,
        ]);
      },
    );

    test.each(named(all))(
      '%s returns a documented response for unusual values of %s',
      async (_, __, operation, parameter) => {
        const { name } = parameter;
        for (const value of [
          '%zz',
          '%ff%fe',
          'a%0d%0ab',
          "';--",
          'x'.repeat(4_000),
          '%F0%9F%98%80',
          `1&${name}=2`,
        ]) {
          // `send` throws if the response does not match the OpenAPI document.
          await send(operation, parameter, value);
        }
        await tenant.send({
          method: operation.method,
          path: `${pathOf(operation, records)}?${name}[]=1&${name}[a]=2`,
        });
      },
    );
  });
}
