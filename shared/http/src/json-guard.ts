import { AppError, truncate, invalidField, isStorableText } from '@loci/core';

/** Maximum number of nested arrays and objects in a body. @see docs/reference/limits.md */
export const MAX_JSON_DEPTH = 64;
/** Maximum number of values in a body, including nested ones. The largest valid body has 10,000 ids. */
export const MAX_JSON_VALUES = 100_000;
const MAX_PATH_CHARACTERS = 200;

/**
 * Rejects values that schemas accept but stores cannot process. These are deep nesting, NUL characters and
 * lone surrogates in strings and keys, infinite numbers, and too many values.
 *
 * @throws VAL_FIELD_INVALID with the path of the invalid string, key or number
 * @throws VAL_VALIDATION_FAILED for more than 64 levels or 100,000 values
 * @see docs/security-model.md#input-validation
 */
export function guardJson(value: unknown): void {
  let values = 0;
  const pending: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      guardText(value, path);
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value))
        throw invalidField(truncate(path, MAX_PATH_CHARACTERS) || 'body', 'The number must be finite.');
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_JSON_DEPTH) {
        throw tooDeep();
      }
      values += Array.isArray(value) ? value.length : Object.keys(value).length;
      if (values > MAX_JSON_VALUES) {
        throw new AppError(
          'VAL_VALIDATION_FAILED',
          `The request body must contain at most ${MAX_JSON_VALUES} values.`,
        );
      }
      for (const [key, child] of Object.entries(value)) {
        if (!Array.isArray(value)) guardText(key, path || 'body');
        pending.push({ value: child, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
      }
    }
  }
}

/** Creates the error for more than {@link MAX_JSON_DEPTH} levels. */
export const tooDeep = (): AppError =>
  new AppError(
    'VAL_VALIDATION_FAILED',
    `The request body must be nested at most ${MAX_JSON_DEPTH} levels deep.`,
  );

/**
 * Rejects text that PostgreSQL cannot store.
 *
 * @throws VAL_FIELD_INVALID if the text contains a NUL character or a lone surrogate
 */
export function guardText(text: string, field: string): void {
  if (!isStorableText(text)) {
    throw invalidField(
      truncate(field, MAX_PATH_CHARACTERS) || 'body',
      'The text must not contain NUL characters or lone surrogates.',
    );
  }
}
