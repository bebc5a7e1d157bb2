import { z } from 'zod';

/** Returns the paths of the fields of `value` that a schema ignores, such as `expires` or `items.0.expires`. */
type FindUnknown = (value: unknown, path: string) => string[];

type JsonSchema = Record<string, unknown>;

const NONE: FindUnknown = () => [];

const finders = new WeakMap<z.ZodType, FindUnknown>();

/**
 * Finds the fields that a schema ignores. Parts of the schema that JSON Schema cannot represent, such as free-form objects,
 * have no unknown fields.
 *
 * @param value input that the schema accepts
 * @returns paths in the order of the input
 * @see docs/reference/http.md#unknown-fields
 */
export function findUnknownFields(schema: z.ZodType, value: unknown): string[] {
  let find = finders.get(schema);
  if (find === undefined) {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    find = compile(json, (json['$defs'] ?? {}) as Record<string, JsonSchema>, new Map());
    finders.set(schema, find);
  }
  return find(value, '');
}

/** @param named finders of the definitions, which can refer to each other */
function compile(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  named: Map<string, FindUnknown>,
): FindUnknown {
  const compileAll = (schemas: unknown): FindUnknown[] =>
    ((schemas ?? []) as JsonSchema[]).map((each) => compile(each, definitions, named));
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1)!;
    const definition = definitions[name];
    if (definition === undefined) return NONE;
    if (!named.has(name)) {
      named.set(name, (value, path) => named.get(name)!(value, path));
      named.set(name, compile(definition, definitions, named));
    }
    return (value, path) => named.get(name)!(value, path);
  }
  // An alternative for simple values says nothing about the fields of an object.
  const structured = ((schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[]).filter(
    (each) => !isSimple(each),
  );
  const alternatives = compileAll(structured);
  if (alternatives.length > 0) return knownToNone(alternatives);
  const parts = compileAll(schema['allOf']);
  if (parts.length > 0) return knownToNone(parts);
  if (schema['type'] === 'array') {
    const find = schema['items'] ? compile(schema['items'] as JsonSchema, definitions, named) : NONE;
    return (value, path) =>
      Array.isArray(value) && find !== NONE
        ? value.flatMap((each, i) => find(each, join(path, String(i))))
        : [];
  }
  return schema['type'] === 'object' ? compileObject(schema, definitions, named) : NONE;
}

function compileObject(
  { properties = {}, additionalProperties }: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  named: Map<string, FindUnknown>,
): FindUnknown {
  const known = new Map(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [
      name,
      compile(schema, definitions, named),
    ]),
  );
  // A record or an object that keeps other fields.
  const acceptsOthers = additionalProperties !== undefined && additionalProperties !== false;
  return (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, field]) => {
          const find = known.get(name);
          if (find) return find(field, join(path, name));
          return acceptsOthers ? [] : [join(path, name)];
        })
      : [];
}

/** Returns the paths that none of several schemas for one value knows. */
const knownToNone =
  (finders: readonly FindUnknown[]): FindUnknown =>
  (value, path) => {
    const [first, ...others] = finders.map((find) => find(value, path));
    return (first ?? []).filter((unknown) => others.every((paths) => paths.includes(unknown)));
  };

const SIMPLE_TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'null']);

const isSimple = (schema: JsonSchema): boolean =>
  SIMPLE_TYPES.has(schema['type']) || 'const' in schema || 'enum' in schema;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
