import { withoutNull } from './schema.ts';
import type { Schema } from '../../request-description.ts';
import { isObject } from './validate.ts';

/**
 * Returns the paths of the fields that a schema ignores. Free-form objects have no unknown fields.
 *
 * @see docs/reference/http.md#unknown-fields
 */
export function findUnknownFields(schema: Schema, input: unknown, path = ''): string[] {
  const { properties, items } = withoutNull(schema);
  const join = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(input)) {
    return items === undefined
      ? []
      : input.flatMap((each, index) => findUnknownFields(items, each, join(String(index))));
  }
  if (!isObject(input) || properties === undefined) return [];
  return Object.entries(input).flatMap(([name, value]) =>
    Object.hasOwn(properties, name) ? findUnknownFields(properties[name]!, value, join(name)) : [join(name)],
  );
}
