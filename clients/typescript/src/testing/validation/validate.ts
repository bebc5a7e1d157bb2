import type { ErrorCode } from '../../types.ts';
import { FakeError } from '../fake-error.ts';
import type { FieldErrors } from '../fake-error.ts';
import { isTimestamp, withoutNull } from './schema.ts';
import type { Schema } from '../../request-description.ts';
import { MAX_VALIDITY_TIME, MIN_VALIDITY_TIME, parseTimestamp } from './timestamps.ts';

/** Maximum number of problems that an error lists. */
export const MAX_REPORTED_PROBLEMS = 50;
const MAX_FREE_FORM_BYTES = 65_536;
/** Fields whose times must be between the years 1000 and 9999. */
const VALIDITY_FIELDS = new Set(['valid_from', 'valid_until', 'expires_at', 'as_of']);

export interface Problem {
  field: string;
  code: ErrorCode;
  message: string;
  details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Validates input, and applies the defaults of the schema.
 *
 * @param where field name of problems of the whole input
 * @throws FakeError VAL_* with the problems of each field
 * @see docs/reference/errors.md#validation-errors
 */
export function validate(schema: Schema, input: unknown, where: string): unknown {
  const problems: Problem[] = [];
  const value = check(schema, input, '', (problem) => problems.push(problem));
  if (problems.length === 0) return value;
  throw validationError(problems.map((problem) => ({ ...problem, field: problem.field || where })));
}

/** Creates the error of a request with problems. */
export function validationError(problems: readonly Problem[]): FakeError {
  const [first] = problems as [Problem];
  const code = problems.every((problem) => problem.code === first.code)
    ? first.code
    : 'VAL_VALIDATION_FAILED';
  const fieldErrors: FieldErrors = {};
  for (const { field, message } of problems.slice(0, MAX_REPORTED_PROBLEMS)) {
    (fieldErrors[field] ??= []).push(message);
  }
  if (problems.length === 1) {
    const message = `${first.field}: ${first.message}`;
    return new FakeError(code, message, { fieldErrors, details: first.details });
  }
  const omitted = Math.max(0, problems.length - MAX_REPORTED_PROBLEMS);
  const rest = omitted === 0 ? '' : ` ${omitted} more problems are not listed.`;
  return new FakeError(code, `Several fields are invalid. See \`field_errors\`.${rest}`, {
    fieldErrors,
    details: omitted === 0 ? undefined : { problems_omitted: omitted },
  });
}

type Report = (problem: Problem) => void;

/** Returns the value with defaults. */
function check(schema: Schema, input: unknown, path: string, report: Report): unknown {
  if (input === undefined && 'default' in schema) return structuredClone(schema.default);
  const invalid = (message: string, code: ErrorCode = 'VAL_FIELD_INVALID', details?: object): void =>
    report({ field: path, code, message, details: details && { field: path, ...details } });
  if (input === undefined) return invalid('This field is required.', 'VAL_FIELD_REQUIRED');
  if (input === null && acceptsNull(schema)) return null;
  const known = withoutNull(schema);
  if (isTimestamp(known)) return checkTimestamp(input, path, invalid);
  if (known.enum !== undefined) return checkEnumeration(known.enum, input, invalid);
  switch (typeOf(known)) {
    case 'string':
      return typeof input === 'string' ? checkText(known, input, invalid) : invalid('Expected string.');
    case 'integer':
    case 'number':
      return checkNumber(known, input, invalid);
    case 'boolean':
      return typeof input === 'boolean' ? input : invalid('Expected boolean.');
    case 'array':
      return checkArray(known, input, path, report, invalid);
    case 'object':
      return checkObject(known, input, path, report, invalid);
    default:
      return input;
  }
}

type Invalid = (message: string, code?: ErrorCode, details?: object) => void;

const typeOf = ({ type }: Schema): string | undefined =>
  typeof type === 'string' ? type : type?.find((name) => name !== 'null');

const acceptsNull = ({ type, anyOf }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) ||
  anyOf?.some((alternative) => alternative.type === 'null') === true;

function checkTimestamp(input: unknown, path: string, invalid: Invalid): unknown {
  if (typeof input !== 'string') return invalid('Expected string.');
  const time = parseTimestamp(input);
  if (time === null) return invalid('Must be an ISO 8601 date or date-time.');
  const isBounded = VALIDITY_FIELDS.has(path.split('.').at(-1)!);
  if (isBounded && (time < MIN_VALIDITY_TIME || time > MAX_VALIDITY_TIME))
    return invalid('Must be between 1000-01-01 and 9999-12-31.');
  return input;
}

function checkEnumeration(allowed: readonly unknown[], input: unknown, invalid: Invalid): unknown {
  if (allowed.includes(input)) return input;
  if (typeof input !== 'string') return invalid(`Expected one of: ${allowed.join(', ')}.`);
  return invalid(`Must be one of: ${allowed.join(', ')}.`, 'VAL_ENUM_INVALID', { allowed_values: allowed });
}

function checkText(schema: Schema, text: string, invalid: Invalid): unknown {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
  if (format === 'uuid') {
    return new RegExp(pattern!).test(text)
      ? text.toLowerCase()
      : invalid('Must be a UUID.', 'VAL_UUID_INVALID');
  }
  const length = codePointLength(text);
  if (length > maxLength) {
    const details = { max_length: maxLength, actual_length: length };
    invalid(`Must be at most ${maxLength} characters.`, 'VAL_FIELD_TOO_LONG', details);
  }
  if (length < minLength) invalid('Must not be empty.');
  else if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
    invalid('Must not be empty or consist of whitespace.');
  }
  return text;
}

function checkNumber(schema: Schema, input: unknown, invalid: Invalid): unknown {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (typeof input !== 'number') return invalid('Expected number.');
  if (typeOf(schema) === 'integer' && !Number.isSafeInteger(input)) return invalid('Expected int.');
  if (input < minimum) invalid(`Must be at least ${minimum}.`);
  if (input > maximum) invalid(`Must be at most ${maximum}.`);
  return input;
}

function checkArray(
  { items, minItems = 0, maxItems = Infinity }: Schema,
  input: unknown,
  path: string,
  report: Report,
  invalid: Invalid,
): unknown {
  if (!Array.isArray(input)) return invalid('Expected array.');
  if (input.length < minItems) invalid(`Must have at least ${minItems} entries.`, 'VAL_VALIDATION_FAILED');
  if (input.length > maxItems) invalid(`Must have at most ${maxItems} entries.`, 'VAL_VALIDATION_FAILED');
  return input.map((each, index) =>
    items === undefined ? each : check(items, each, join(path, String(index)), report),
  );
}

function checkObject(
  schema: Schema,
  input: unknown,
  path: string,
  report: Report,
  invalid: Invalid,
): unknown {
  if (!isObject(input)) return invalid('Expected object.');
  if (schema.properties === undefined) return checkFreeForm(schema, input, path, invalid);
  const value: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const field = Object.hasOwn(input, name) ? input[name] : undefined;
    const isOptional = schema.required?.includes(name) !== true && !('default' in property);
    if (field === undefined && isOptional) continue;
    value[name] = check(property, field, join(path, name), report);
  }
  return value;
}

function checkFreeForm(
  { maxProperties = Infinity }: Schema,
  input: object,
  path: string,
  invalid: Invalid,
): unknown {
  if (Object.keys(input).length > maxProperties)
    invalid(`Must have at most ${maxProperties} entries.`, 'VAL_VALIDATION_FAILED');
  const bytes = byteLength(JSON.stringify(input));
  if (bytes > MAX_FREE_FORM_BYTES) {
    invalid(`Must be at most ${MAX_FREE_FORM_BYTES} bytes as JSON.`, 'VAL_FIELD_TOO_LONG', {
      field: path.split('.').at(-1),
      max_length: MAX_FREE_FORM_BYTES,
      actual_length: bytes,
    });
  }
  return structuredClone(input);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Number of Unicode code points. */
export const codePointLength = (text: string): number => [...text].length;

/** Number of bytes in UTF-8. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
