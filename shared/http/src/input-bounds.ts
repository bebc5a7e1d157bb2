import { externalSizeLimits } from '@loci/contracts';
import { z } from 'zod';

export interface InputBounds {
  /** Parts of the schema that accept input of any size, for example `tags[] (string)`. Empty for a bounded schema. */
  unbounded: string[];
  /**
   * Maximum bytes of the JSON of an accepted value, without whitespace. Infinity if the schema accepts free text
   * (strings of more than {@link MAX_SHORT_TEXT} characters) or free-form objects.
   */
  maxBytes: number;
}

/** Maximum length of short text, in characters. Strings with a larger maximum length count as free text. */
export const MAX_SHORT_TEXT = 1_000;

/** Maximum JSON bytes per code point. Code points above U+FFFF can be encoded as two escapes of six bytes. */
const BYTES_PER_CHARACTER = 12;
const UUID_BYTES = 38;
const NUMBER_BYTES = 32;
const LITERAL_BYTES = 5;

type JsonSchema = Record<string, unknown>;

/**
 * Computes the maximum size of the input that a schema accepts, from its JSON Schema. Limits that a transform
 * or a use case enforces are included if they are registered in `externalSizeLimits` or declared with
 * `.meta()`.
 */
export function inputBounds(schema: z.ZodType): InputBounds {
  const unbounded: string[] = [];
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) =>
      void Object.assign(jsonSchema, externalSizeLimits.get(zodSchema)),
  }) as JsonSchema;
  return { maxBytes: measure(json, '', unbounded), unbounded };
}

function measure(schema: JsonSchema, path: string, unbounded: string[]): number {
  const reportUnbounded = (what: string): number => {
    unbounded.push(`${path || 'input'} (${what})`);
    return Infinity;
  };
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (alternatives) return Math.max(...alternatives.map((entry) => measure(entry, path, unbounded)));
  if ('const' in schema) return jsonBytes(schema['const']);
  if (Array.isArray(schema['enum'])) return Math.max(...schema['enum'].map(jsonBytes));
  const types = [schema['type']].flat();
  const sizes = types.map((type): number => {
    if (type === 'string')
      return schema['format'] === 'uuid' ? UUID_BYTES : stringBytes(schema, reportUnbounded);
    if (type === 'number' || type === 'integer') return NUMBER_BYTES;
    if (type === 'boolean' || type === 'null') return LITERAL_BYTES;
    if (type === 'array') return arrayBytes(schema, path, unbounded, reportUnbounded);
    if (type === 'object') return objectBytes(schema, path, unbounded, reportUnbounded);
    return reportUnbounded('any value');
  });
  return Math.max(...sizes);
}

function stringBytes({ maxLength }: JsonSchema, reportUnbounded: (what: string) => number): number {
  if (typeof maxLength !== 'number') return reportUnbounded('string');
  return maxLength > MAX_SHORT_TEXT ? Infinity : maxLength * BYTES_PER_CHARACTER + 2;
}

function arrayBytes(
  { maxItems, items }: JsonSchema,
  path: string,
  unbounded: string[],
  reportUnbounded: (what: string) => number,
): number {
  const item = measure((items ?? {}) as JsonSchema, `${path}[]`, unbounded);
  return typeof maxItems === 'number' ? maxItems * (item + 1) + 2 : reportUnbounded('array');
}

function objectBytes(
  { properties = {}, additionalProperties, maxProperties }: JsonSchema,
  path: string,
  unbounded: string[],
  reportUnbounded: (what: string) => number,
): number {
  const isRecord = additionalProperties !== undefined && additionalProperties !== false;
  if (isRecord) return typeof maxProperties === 'number' ? Infinity : reportUnbounded('record');
  let bytes = 2;
  for (const [name, value] of Object.entries(properties as Record<string, JsonSchema>)) {
    bytes += jsonBytes(name) + 2 + measure(value, path === '' ? name : `${path}.${name}`, unbounded);
  }
  return bytes;
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
