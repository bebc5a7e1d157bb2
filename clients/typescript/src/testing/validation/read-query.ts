import { invalidField } from '../fake-error.ts';
import { guardText } from './guard-json.ts';
import { withoutNull } from './schema.ts';
import type { Schema } from '../../request-description.ts';
import { validate } from './validate.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;
const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export type Query = Readonly<Record<string, unknown>>;

/**
 * Validates the query parameters, and converts numbers and booleans.
 *
 * @throws FakeError VAL_*
 * @see docs/reference/http.md#query-parameters
 */
export function readQuery(parameters: Readonly<Record<string, Schema>>, search: URLSearchParams): Query {
  const given: Record<string, unknown> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    if (values.length > 1) throw invalidField(name, 'The query parameter must not be repeated.');
    guardText(values[0]!, name);
    const schema = Object.hasOwn(parameters, name) ? parameters[name]! : undefined;
    if (schema !== undefined) given[name] = convert(schema, values[0]!);
  }
  const required = Object.keys(parameters).filter((name) => parameters[name]!.isRequired === true);
  return validate({ type: 'object', properties: parameters, required }, given, 'query') as Query;
}

function convert(schema: Schema, text: string): unknown {
  const { type } = withoutNull(schema);
  if ((type === 'number' || type === 'integer') && NUMBER.test(text)) return Number(text);
  if (type === 'boolean') return BOOLEANS.get(text.toLowerCase()) ?? text;
  return text;
}
