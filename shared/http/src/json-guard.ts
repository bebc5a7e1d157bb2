import { AppError, clip, invalidField, isStorableText } from '@loci/core';

const MAX_DEPTH = 64;
/** Maximum values in a body, nested ones included. The largest valid body has 10,000 ids. */
export const MAX_JSON_VALUES = 100_000;
const MAX_PATH_CHARACTERS = 200;

/**
 * Refuses what zod would let through and a store would not: nesting that exhausts the stack, NUL characters
 * and lone surrogates in any string or key, numbers that JSON cannot carry back, more values than any valid body has.
 * @see DECISIONS.md "HTTP in general"; AUTH-AND-MCP.md section 9
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
        throw invalidField(clip(path, MAX_PATH_CHARACTERS) || 'body', 'The number is too large.');
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) {
        throw new AppError('VAL_VALIDATION_FAILED', `The body is nested deeper than ${MAX_DEPTH} levels.`);
      }
      values += Array.isArray(value) ? value.length : Object.keys(value).length;
      if (values > MAX_JSON_VALUES) {
        throw new AppError('VAL_VALIDATION_FAILED', `The body holds more than ${MAX_JSON_VALUES} values.`);
      }
      for (const [key, child] of Object.entries(value)) {
        if (!Array.isArray(value)) guardText(key, path || 'body');
        pending.push({ value: child, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
      }
    }
  }
}

export function guardText(text: string, field: string): void {
  if (!isStorableText(text)) {
    throw invalidField(
      clip(field, MAX_PATH_CHARACTERS) || 'body',
      'The text holds a NUL character or half a surrogate pair.',
    );
  }
}
