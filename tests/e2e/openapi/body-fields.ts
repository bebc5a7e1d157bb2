import type { Json } from '../../support/api-connection.ts';
import { isId, withoutNull } from './operation.ts';
import type { Schema } from './operation.ts';

/** Path of a value in a body: keys, and 0 for the first element of an array. */
export type FieldPath = readonly (string | number)[];

export interface Field {
  at: FieldPath;
  /** Schema without its null variant. */
  schema: Schema;
  /** Whether the field accepts null. */
  isNullable: boolean;
}

/** Lists the body itself and all its fields, including those of nested objects and of array elements. */
export function fieldsOf(schema: Schema, at: FieldPath = []): Field[] {
  const known = withoutNull(schema);
  const isNullable =
    schema.anyOf?.some((choice: Schema) => choice.type === 'null') === true ||
    (Array.isArray(known.type) && known.type.includes('null'));
  const below =
    typesOf(known)?.includes('array') === true
      ? fieldsOf(known.items ?? {}, [...at, 0])
      : Object.entries<Schema>(known.properties ?? {}).flatMap(([key, field]) =>
          fieldsOf(field, [...at, key]),
        );
  return [{ at, schema: known, isNullable }, ...below];
}

/** Returns the JSON types that a schema accepts. Null if the schema does not restrict them. */
export function typesOf(schema: Schema): string[] | null {
  if (schema.type === undefined) return schema.enum === undefined ? null : ['string'];
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}

/** Returns a copy of the body with `value` at the given path. Missing parents are created from the schema. */
export function setAt(schema: Schema, body: Json, [key, ...below]: FieldPath, value: unknown): Json {
  if (key === undefined) return value;
  const known = withoutNull(schema);
  const inner: Schema = typeof key === 'number' ? known.items : known.properties[key];
  const copy = structuredClone(body ?? minimalValue(known));
  copy[key] = setAt(inner, copy[key] ?? (below.length > 0 ? minimalValue(inner) : undefined), below, value);
  return copy;
}

/** Returns the smallest value that the schema accepts. Ids are random. */
export function minimalValue(schema: Schema): Json {
  const known = withoutNull(schema);
  if (known.const !== undefined) return known.const;
  if (known.enum !== undefined) return known.enum[0];
  if (isId(known)) return crypto.randomUUID();
  switch (typesOf(known)?.[0]) {
    case 'string':
      return 'x'.repeat(Math.max(1, known.minLength ?? 1));
    case 'integer':
    case 'number':
      return known.minimum ?? 0;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: known.minItems ?? 0 }, () => minimalValue(known.items ?? {}));
    case 'object':
      return Object.fromEntries(
        (known.required ?? []).map((key: string) => [key, minimalValue(known.properties?.[key] ?? {})]),
      );
    default:
      return null;
  }
}

/** Returns false for the bounds of the safe integer range, which zod adds to the schema of every integer. */
const isExplicit = (bound: unknown): bound is number =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** Limits of this size and larger ones are for files, and count bytes of UTF-8. */
const MAX_FILE_LENGTH = 1_048_576;

/**
 * Returns the values at the bounds of a field, and the nearest values outside of them. Values at the bounds that do not match
 * the pattern of the field are omitted.
 */
export function boundsOf(schema: Schema): { inside: Json[]; outside: Json[] } {
  const inside: Json[] = [];
  const outside: Json[] = [];
  const step = typesOf(schema)?.includes('integer') === true ? 1 : 0.001;
  if (isExplicit(schema.minimum)) {
    inside.push(schema.minimum);
    outside.push(schema.minimum - step);
  }
  if (isExplicit(schema.maximum)) {
    inside.push(schema.maximum);
    outside.push(schema.maximum + step);
  }
  if (isId(schema)) return { inside, outside };
  if (schema.minLength > 0) {
    inside.push('x'.repeat(schema.minLength));
    outside.push('x'.repeat(schema.minLength - 1));
  }
  if (isExplicit(schema.maxLength)) {
    // Lengths count code points. An emoji is one code point, but two UTF-16 code units.
    inside.push('x'.repeat(schema.maxLength));
    if (schema.maxLength < MAX_FILE_LENGTH) inside.push('😀'.repeat(schema.maxLength));
    outside.push('x'.repeat(schema.maxLength + 1));
  }
  const elements = (count: number): Json[] =>
    Array.from({ length: count }, () => minimalValue(schema.items ?? {}));
  if (schema.minItems > 0) {
    inside.push(elements(schema.minItems));
    outside.push(elements(schema.minItems - 1));
  }
  if (isExplicit(schema.maxItems)) {
    inside.push(elements(schema.maxItems));
    outside.push(elements(schema.maxItems + 1));
  }
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  return { inside: inside.filter((value) => typeof value !== 'string' || pattern.test(value)), outside };
}
