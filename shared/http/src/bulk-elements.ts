import { AppError, MAX_REPORTED_PROBLEMS, isAppError } from '@loci/core';
import type { FieldErrors } from '@loci/core';
import { z } from 'zod';
import { validate } from './validation.ts';

/** The schemas with which {@link validateEach} validates the elements that {@link bulkElement} accepts. */
export const elementSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** Errors of elements of the current requests that a check before the validation has found. */
export const elementErrors = new WeakMap<object, AppError>();

/**
 * Schema of an element of a bulk request that is validated separately, so that each invalid element has its own error. It
 * accepts every value, and has the JSON Schema of `schema`.
 */
export function bulkElement(schema: z.ZodType): z.ZodUnknown {
  const element = z.unknown().meta(z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>);
  elementSchemas.set(element, schema);
  return element;
}

/**
 * Validates the elements of a bulk request separately.
 *
 * @returns for each element, in order, the parsed value or its error
 */
export function validateEach<S extends z.ZodType>(
  schema: S,
  elements: readonly unknown[],
): (z.output<S> | AppError)[] {
  return elements.map((element) => {
    const found = typeof element === 'object' && element !== null ? elementErrors.get(element) : undefined;
    if (found !== undefined) return found;
    try {
      return validate(schema, element, 'element');
    } catch (error) {
      if (isAppError(error)) return error;
      throw error;
    }
  });
}

/**
 * Combines the errors of the elements of a bulk request that stored nothing.
 *
 * @param errors one entry per element, null for a valid element. At least one entry must be an error.
 * @param outcome sentence at the start of the message
 * @returns the error of the first invalid element, with the first invalid elements in `details.errors`
 */
export function combineElementErrors(
  errors: readonly (AppError | null)[],
  outcome = 'Nothing was created.',
): AppError {
  const invalid = errors.flatMap((error, index) => (error === null ? [] : [{ index, error }]));
  const { index, error: first } = invalid[0]!;
  const listed = invalid.slice(0, MAX_REPORTED_PROBLEMS);
  const omitted = invalid.length - listed.length;
  const omittedNote = omitted === 0 ? '' : ` ${omitted} more invalid elements are not listed.`;
  const fields = listed.flatMap(({ index, error }) =>
    Object.entries(error.fieldErrors ?? {}).map(
      ([field, messages]) => [`${index}.${field}`, messages] as const,
    ),
  );
  const fieldErrors: FieldErrors = Object.fromEntries(fields.slice(0, MAX_REPORTED_PROBLEMS));
  return new AppError(first.code, `${outcome} Element ${index}: ${first.message}${omittedNote}`, {
    details: {
      ...first.details,
      errors: listed.map(({ index, error: { code, message } }) => ({ index, code, message })),
      ...(omitted === 0 ? {} : { problems_omitted: omitted }),
    },
    fieldErrors: Object.keys(fieldErrors).length > 0 ? fieldErrors : undefined,
    status: first.status,
  });
}
