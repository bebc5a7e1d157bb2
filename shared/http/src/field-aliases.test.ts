import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { requireEqualAliases } from './field-aliases.ts';
import { startTimestamp } from './fields.ts';

const schema = z
  .object({
    start_date: startTimestamp.nullish(),
    date_from: startTimestamp.nullish(),
    types: z.array(z.string()).nullish(),
    filters: z.object({ types: z.array(z.string()).nullish() }).nullish(),
  })
  .superRefine(requireEqualAliases({ start_date: 'date_from', types: 'filters.types' }));

describe('requireEqualAliases', () => {
  test.each([
    {},
    { start_date: '2026-01-01' },
    { date_from: '2026-01-01', filters: { types: ['a'] } },
    { start_date: '2026-01-01', date_from: '2026-01-01T00:00:00Z' },
    { start_date: null, date_from: '2026-01-01' },
    { types: ['a'], filters: { types: ['a'] } },
    { types: ['a'], filters: null },
  ])('accepts %j', (input) => {
    expect(schema.safeParse(input).success).toBe(true);
  });

  test.each([
    [{ start_date: '2026-01-01', date_from: '2026-01-02' }, ['date_from'], 'date_from and start_date'],
    [{ types: ['a'], filters: { types: ['b'] } }, ['filters', 'types'], 'filters.types and types'],
    [{ types: [], filters: { types: ['b'] } }, ['filters', 'types'], 'filters.types and types'],
  ])('rejects %j', (input, path, names) => {
    expect(schema.safeParse(input).error!.issues).toEqual([
      expect.objectContaining({
        path,
        message: `${names} are names of the same filter and must have the same value.`,
      }),
    ]);
  });
});
