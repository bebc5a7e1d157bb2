import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import { queryParametersOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { exampleBody } from '../sample-records.ts';

const IS_DATE = /^(start|end)_date$|^date_(from|to)$/;
const IS_END = /^(end_date|date_to)$/;

const INVALID_DATES = [
  '',
  ' ',
  'yesterday',
  '2026',
  '2026-02',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '26-01-01',
  '01/02/2026',
  '2026-01-01T25:00:00',
  '2026-01-01T10:61:00',
  '2026-01-01T10:00:61',
  '2026-01-01T10',
  '2026-01-01T10:00:00+99:00',
  '2026-01-01T10:00:00 Europe/Berlin',
  '2026-01-01Z',
  '+002026-01-01',
  '-000001-01-01',
  '275760-09-13',
  '2026-W05-1',
  '1767225600',
  'now()',
  "2026-01-01'; DROP TABLE memories; --",
  '２０２６-０１-０１',
  '2026-01-01\n',
  '9'.repeat(4_000),
];

/**
 * Unusual but valid dates, such as dates near the first and last representable ones with time zone offsets.
 */
const UNUSUAL_DATES = [
  '0000-01-01',
  '0001-01-01T00:00:00+14:00',
  '1582-10-10',
  '2024-02-29',
  '2026-01-01 10:00',
  '2026-01-01T10:00:00.123456789Z',
  '2026-01-01T24:00:00Z',
  '9999-12-31',
  '9999-12-31T23:59:59-14:00',
];

interface DateField {
  operation: Operation;
  name: string;
  isQuery: boolean;
}

/** Defines the tests of the date fields of all operations. @see docs/reference/http.md#dates-and-times */
export function describeDateParameters(platform: TestPlatform): void {
  const fields: DateField[] = platform.operations.flatMap((operation) => [
    ...queryParametersOf(operation)
      .filter(({ name }) => IS_DATE.test(name))
      .map(({ name }) => ({ operation, name, isQuery: true })),
    ...Object.keys(operation.bodySchema?.properties ?? {})
      .filter((name) => IS_DATE.test(name))
      .map((name) => ({ operation, name, isQuery: false })),
  ]);

  describe('date parameters', () => {
    let tenant: Tenant;
    let memory: Json;
    beforeAll(async () => {
      tenant = await platform.createTenant();
      memory = await tenant.data('POST', '/api/v2/memories', { content: 'Stored today.' });
    });

    const send = ({ operation, isQuery }: DateField, values: Record<string, string>): Promise<ApiResponse> =>
      isQuery
        ? tenant.call(operation.method, `${operation.path}?${new URLSearchParams(values)}`)
        : tenant.call(operation.method, operation.path, { ...exampleBody(operation), ...values });

    test('exist only on the documented operations', () => {
      expect(fields.map(({ operation, name }) => `${operation.name} ${name}`).sort()).toEqual([
        'GET /api/v2/memories date_from',
        'GET /api/v2/memories date_to',
        'GET /api/v2/memories end_date',
        'GET /api/v2/memories start_date',
        'POST /api/v2/analysis/reflect end_date',
        'POST /api/v2/analysis/reflect start_date',
        'POST /api/v2/context end_date',
        'POST /api/v2/context start_date',
        'POST /api/v2/search/hybrid end_date',
        'POST /api/v2/search/hybrid start_date',
        'POST /api/v2/search/vector end_date',
        'POST /api/v2/search/vector start_date',
      ]);
    });

    const named = fields.map((field) => [field.operation.name, field.name, field] as const);

    test.each(named)('%s rejects an invalid %s with VAL_FIELD_INVALID', async (_, name, field) => {
      for (const value of INVALID_DATES) {
        const { status, body } = await send(field, { [name]: value });
        expect([value, status, body.error?.code, Object.keys(body.error?.field_errors ?? {})]).toEqual([
          value,
          422,
          'VAL_FIELD_INVALID',
          [name],
        ]);
      }
    });

    test.each(named)('%s accepts an unusual but valid %s', async (_, name, field) => {
      for (const value of UNUSUAL_DATES) {
        expect([value, (await send(field, { [name]: value })).status]).toEqual([value, 200]);
      }
    });

    test.each(named.filter(([, name]) => IS_END.test(name)))(
      '%s includes the whole day of a %s without a time',
      async (_, name, field) => {
        const findUntil = async (value: string): Promise<string[]> => {
          const response = await send(field, {
            [name]: value,
            ...(field.isQuery ? {} : { query: 'Stored today.' }),
          });
          const { items, memories } = response.body.data;
          return (items ?? memories).map(({ id }: Json) => id);
        };
        const day = memory.created_at.slice(0, 10);
        await eventually(async () => expect(await findUntil(day)).toEqual([memory.id]));
        expect(await findUntil(`${day}T00:00:00`)).toEqual([]);
      },
    );
  });
}
