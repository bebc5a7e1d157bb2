import type { Json } from '../../support/api-connection.ts';
import { isId, withoutNull } from './operation.ts';
import type { Schema } from './operation.ts';

/** Where a value lies in a body: keys, and 0 for the first entry of an array. */
export type FieldPath = readonly (string | number)[];

export interface Field {
  at: FieldPath;
  /** Without its way to say null. */
  schema: Schema;
  /** Null is a value of it. */
  isNullable: boolean;
}

/** Every field of a body, those of objects in it and of the entries of its arrays included; the body itself first. */
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

/** The JSON types that a schema takes, or null when it does not say. */
export function typesOf(schema: Schema): string[] | null {
  if (schema.type === undefined) return schema.enum === undefined ? null : ['string'];
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}

/** Sets the value at `at`, making what lies above it from the schema. */
export function setAt(schema: Schema, body: Json, [key, ...below]: FieldPath, value: unknown): Json {
  if (key === undefined) return value;
  const known = withoutNull(schema);
  const inner: Schema = typeof key === 'number' ? known.items : known.properties[key];
  const copy = structuredClone(body ?? minimalValue(known));
  copy[key] = setAt(inner, copy[key] ?? (below.length > 0 ? minimalValue(inner) : undefined), below, value);
  return copy;
}

/** A value that the schema takes, as small as it can be; ids are new ones. */
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

/** zod writes the range of exact integers into every integer's schema: no bound that somebody chose. */
const isChosen = (bound: unknown): bound is number =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** Values at the bounds of a field, and the nearest ones beyond them. */
export function boundsOf(schema: Schema): { inside: Json[]; outside: Json[] } {
  const inside: Json[] = [];
  const outside: Json[] = [];
  const step = typesOf(schema)?.includes('integer') === true ? 1 : 0.001;
  if (isChosen(schema.minimum)) {
    inside.push(schema.minimum);
    outside.push(schema.minimum - step);
  }
  if (isChosen(schema.maximum)) {
    inside.push(schema.maximum);
    outside.push(schema.maximum + step);
  }
  if (isId(schema)) return { inside, outside };
  if (schema.minLength > 0) {
    inside.push('x'.repeat(schema.minLength));
    outside.push('x'.repeat(schema.minLength - 1));
  }
  if (isChosen(schema.maxLength)) {
    // A code point outside of the basic plane is one character to us and two to JavaScript.
    inside.push('x'.repeat(schema.maxLength), '😀'.repeat(schema.maxLength));
    outside.push('x'.repeat(schema.maxLength + 1));
  }
  const entries = (count: number): Json[] =>
    Array.from({ length: count }, () => minimalValue(schema.items ?? {}));
  if (schema.minItems > 0) {
    inside.push(entries(schema.minItems));
    outside.push(entries(schema.minItems - 1));
  }
  if (isChosen(schema.maxItems)) {
    inside.push(entries(schema.maxItems));
    outside.push(entries(schema.maxItems + 1));
  }
  return { inside, outside };
}
