import { AppError, MAX_REPORTED_PROBLEMS, truncate, codePointLength } from '@loci/core';
import type { ErrorCode, FieldErrors } from '@loci/core';
import type { z } from 'zod';

const MAX_FIELD_CHARACTERS = 200;
const MAX_MESSAGE_CHARACTERS = 1_000;
const MAX_DETAILS_CHARACTERS = 4_000;

interface Problem {
  field: string;
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * Validates `data` against a schema. If all problems have the same code, the error has that code. Otherwise,
 * the code is VAL_VALIDATION_FAILED. The size of the error is bounded.
 *
 * @param where field name for problems without a path, for example `body`
 * @throws VAL_* with the problems of each field
 * @see docs/reference/errors.md#validation-errors
 */
export function validate<S extends z.ZodType>(schema: S, data: unknown, where: string): z.output<S> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw validationError(parsed.error.issues, data, where);
}

/** Creates the error that {@link validate} throws for the issues of a schema. */
export function validationError(issues: readonly z.core.$ZodIssue[], data: unknown, where: string): AppError {
  const problems = issues.map((issue) => toProblem(issue, data, where));
  const codes = new Set(problems.map((problem) => problem.code));
  const first = problems[0]!;
  const code = codes.size === 1 ? first.code : 'VAL_VALIDATION_FAILED';
  if (problems.length === 1) {
    return new AppError(code, truncate(`${first.field}: ${first.message}`, MAX_MESSAGE_CHARACTERS), {
      fieldErrors: toFieldErrors(problems),
      details:
        JSON.stringify(first.details ?? null).length <= MAX_DETAILS_CHARACTERS ? first.details : undefined,
    });
  }
  const omitted = Math.max(0, problems.length - MAX_REPORTED_PROBLEMS);
  const rest = omitted === 0 ? '' : ` ${omitted} more problems are not listed.`;
  return new AppError(code, `Several fields are invalid. See \`field_errors\`.${rest}`, {
    fieldErrors: toFieldErrors(problems.slice(0, MAX_REPORTED_PROBLEMS)),
    details: omitted === 0 ? undefined : { problems_omitted: omitted },
  });
}

/**
 * Groups the messages by field. Lists the allowed values of an enumeration only for the first invalid field.
 */
function toFieldErrors(problems: readonly Problem[]): FieldErrors {
  const fieldErrors: FieldErrors = {};
  const listedAt = new Map<string, string>();
  for (const problem of problems) {
    const field = truncate(problem.field, MAX_FIELD_CHARACTERS);
    const listed = problem.code === 'VAL_ENUM_INVALID' ? listedAt.get(problem.message) : undefined;
    if (listed === undefined) listedAt.set(problem.message, field);
    const message = listed === undefined ? problem.message : `Must be one of the values listed at ${listed}.`;
    (fieldErrors[field] ??= []).push(truncate(message, MAX_MESSAGE_CHARACTERS));
  }
  return fieldErrors;
}

function toProblem(issue: z.core.$ZodIssue, data: unknown, where: string): Problem {
  const field = issue.path.length > 0 ? issue.path.join('.') : where;
  const value = valueAt(data, issue.path);
  const plain = (code: ErrorCode, message: string): Problem => ({ field, code, message });
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return plain('VAL_FIELD_REQUIRED', 'This field is required.');
      return plain('VAL_FIELD_INVALID', `Expected ${issue.expected}.`);
    case 'invalid_value': {
      if (value === undefined) return plain('VAL_FIELD_REQUIRED', 'This field is required.');
      const allowed = issue.values.map(String);
      if (typeof value !== 'string' || (issue as { expected?: string }).expected === 'stringbool') {
        return plain('VAL_FIELD_INVALID', `Expected one of: ${allowed.join(', ')}.`);
      }
      return {
        ...plain('VAL_ENUM_INVALID', `Must be one of: ${allowed.join(', ')}.`),
        details: { field, allowed_values: allowed },
      };
    }
    case 'too_big':
      if (issue.origin === 'string' && typeof value === 'string') {
        return {
          ...plain('VAL_FIELD_TOO_LONG', `Must be at most ${issue.maximum} characters.`),
          details: { field, max_length: Number(issue.maximum), actual_length: codePointLength(value) },
        };
      }
      if (issue.origin === 'array') {
        return plain('VAL_VALIDATION_FAILED', `Must have at most ${issue.maximum} entries.`);
      }
      return plain('VAL_FIELD_INVALID', `Must be at most ${issue.maximum}.`);
    case 'too_small':
      if (issue.origin === 'string') return plain('VAL_FIELD_INVALID', 'Must not be empty.');
      if (issue.origin === 'array') {
        return plain('VAL_VALIDATION_FAILED', `Must have at least ${issue.minimum} entries.`);
      }
      return plain('VAL_FIELD_INVALID', `Must be at least ${issue.minimum}.`);
    case 'invalid_format':
      if (issue.format === 'guid') return plain('VAL_UUID_INVALID', 'Must be a UUID.');
      return plain('VAL_FIELD_INVALID', issue.message);
    case 'custom':
      return {
        ...plain((issue.params?.['code'] as ErrorCode | undefined) ?? 'VAL_VALIDATION_FAILED', issue.message),
        ...(issue.params?.['details'] === undefined
          ? {}
          : { details: issue.params['details'] as Record<string, unknown> }),
      };
    default:
      return plain('VAL_FIELD_INVALID', issue.message);
  }
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
