import { describe, expect, test } from '@jest/globals';
import { freeFormObject } from '@loci/contracts';
import { z } from 'zod';
import { endTimestamp, queryBoolean, queryNumber, uuid } from './fields.ts';
import { inputBounds } from './input-bounds.ts';

describe('inputBounds', () => {
  test.each<[string, z.ZodType, string]>([
    ['a string', z.string(), 'a (string)'],
    ['an optional string', z.string().nullish(), 'a (string)'],
    ['a transformed string', z.string().transform((text) => text.length), 'a (string)'],
    ['an array', z.array(uuid), 'a (array)'],
    ['an array of arrays', z.array(z.array(uuid)).max(3), 'a[] (array)'],
    ['the strings of an array', z.array(z.string()).max(3), 'a[] (string)'],
    ['a field of an object', z.object({ b: z.string() }), 'a.b (string)'],
    ['one side of a union', z.union([z.string(), z.int()]), 'a (string)'],
    ['a record', z.record(z.string(), z.int()), 'a (record)'],
    ['a loose object', z.looseObject({}), 'a (record)'],
    ['an unknown value', z.unknown(), 'a (any value)'],
  ])('reports %s without a maximum as unbounded', (_what, schema, found) => {
    expect(inputBounds(z.object({ a: schema })).unbounded).toEqual([found]);
  });

  test('reports no unbounded parts of bounded strings, arrays and objects and of fixed-size types', () => {
    const schema = z.object({
      text: z.string().max(10).nullish(),
      list: z.array(z.enum(['a', 'b'])).max(5),
      id: uuid,
      flag: queryBoolean.default(false),
      page: queryNumber(z.int()).default(1),
      when: endTimestamp.optional(),
      metadata: freeFormObject('metadata').default({}),
      kind: z.literal('x'),
    });
    expect(inputBounds(schema).unbounded).toEqual([]);
  });

  test.each<[string, z.ZodType, unknown]>([
    ['characters that need two escapes', z.string().max(3), '😀😀😀'],
    ['lists of enumeration values', z.array(z.enum(['a', 'long'])).max(2), ['long', 'long']],
    [
      'ids and numbers',
      z.object({ id: uuid, n: z.number() }),
      { id: crypto.randomUUID(), n: -1.7976931348623157e308 },
    ],
  ])('returns a maxBytes that is at least the size of the largest JSON of %s', (_what, schema, largest) => {
    schema.parse(largest);
    const escaped = JSON.stringify(largest).replace(/[\ud800-\udfff]/g, '\\ud83d');
    expect(inputBounds(schema).maxBytes).toBeGreaterThanOrEqual(Buffer.byteLength(escaped));
  });

  test('returns an infinite maxBytes for free text and free-form objects', () => {
    expect(inputBounds(z.object({ a: z.string().max(1_001) })).maxBytes).toBe(Infinity);
    expect(inputBounds(z.object({ a: freeFormObject('a') })).maxBytes).toBe(Infinity);
  });
});
