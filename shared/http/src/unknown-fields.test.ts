import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { findUnknownFields } from './unknown-fields.ts';

describe('findUnknownFields', () => {
  test('returns the fields that an object does not declare, in their order', () => {
    const schema = z.object({ a: z.string(), b: z.number().optional() });
    expect(findUnknownFields(schema, { z: 1, a: 'x', constructor: 2 })).toEqual(['z', 'constructor']);
    expect(findUnknownFields(schema, { a: 'x', b: 1 })).toEqual([]);
  });

  test('returns the paths of fields in nested objects and arrays', () => {
    const schema = z.object({ items: z.array(z.object({ id: z.string() })), filter: z.object({}).nullish() });
    const input = { items: [{ id: 'a' }, { id: 'b', extra: 1 }], filter: { tag: 'x' } };
    expect(findUnknownFields(schema, input)).toEqual(['items.1.extra', 'filter.tag']);
  });

  test('returns the fields that no alternative of a union declares', () => {
    const schema = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(findUnknownFields(schema, { a: 'x', b: 'y', c: 'z' })).toEqual(['c']);
  });

  test('returns the fields that no part of an intersection declares', () => {
    const schema = z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }));
    expect(findUnknownFields(schema, { a: 'x', b: 'y', c: 'z' })).toEqual(['c']);
  });

  test('looks at the input of transforms and defaults', () => {
    const schema = z
      .object({ a: z.string().default('x').transform(Number) })
      .transform(({ a }) => ({ b: a }))
      .optional();
    expect(findUnknownFields(schema, { a: '1', b: 2 })).toEqual(['b']);
  });

  test('returns no fields of records and of objects that keep other fields', () => {
    const schema = z.object({ metadata: z.record(z.string(), z.unknown()), more: z.looseObject({}) });
    expect(findUnknownFields(schema, { metadata: { any: 1 }, more: { any: 1 } })).toEqual([]);
  });

  test('follows recursive schemas', () => {
    interface Node {
      name: string;
      children?: Node[] | undefined;
    }
    const node: z.ZodType<Node> = z.lazy(() =>
      z.object({ name: z.string(), children: z.array(node).optional() }),
    );
    const schema = z.object({ root: node });
    const root = { name: 'a', children: [{ name: 'b', size: 1 }] };
    expect(findUnknownFields(schema, { root })).toEqual(['root.children.0.size']);
  });
});
