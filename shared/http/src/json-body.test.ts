import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { uuid } from './fields.ts';
import { bodyLimitOf } from './json-body.ts';

describe('bodyLimitOf', () => {
  test('returns 8 KiB for a body without free text', () => {
    const body = z.object({ id: uuid, types: z.array(z.enum(['a', 'b'])).max(100) });
    expect(bodyLimitOf({ body })).toBe(8 * 1024);
  });

  test('returns more than 8 KiB for a schema that accepts 1,000 ids', () => {
    const body = z.object({ ids: z.array(uuid).max(1_000) });
    expect(bodyLimitOf({ body })).toBeGreaterThan(2 * 39 * 1_000);
    expect(bodyLimitOf({ body })).toBeLessThan(100 * 1024);
  });

  test('returns 2 MiB for a body with free text', () => {
    expect(bodyLimitOf({ body: z.object({ content: z.string().max(10_000) }) })).toBe(2 * 1024 * 1024);
  });

  test('returns the limit that the route declares', () => {
    expect(bodyLimitOf({ body: z.object({ content: z.string().max(10_000) }), bodyLimitBytes: 5 })).toBe(5);
  });
});
