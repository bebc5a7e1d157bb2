import { FakeError, invalidField } from '../fake-error.ts';

const MAX_JSON_DEPTH = 64;

/**
 * Rejects values that the schemas accept but the server cannot store.
 *
 * @throws FakeError VAL_FIELD_INVALID for a NUL character or an unpaired surrogate, and VAL_VALIDATION_FAILED for too deep
 *   nesting
 * @see docs/reference/http.md#text
 */
export function guardJson(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') guardText(value, path || 'body');
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_JSON_DEPTH) {
    const message = `The request body must be nested at most ${MAX_JSON_DEPTH} levels deep.`;
    throw new FakeError('VAL_VALIDATION_FAILED', message);
  }
  for (const [key, child] of Object.entries(value)) {
    if (!Array.isArray(value)) guardText(key, path || 'body');
    guardJson(child, path === '' ? key : `${path}.${key}`, depth + 1);
  }
}

/** @throws FakeError VAL_FIELD_INVALID for text that the server cannot store */
export function guardText(text: string, field: string): void {
  if (!text.includes('\0') && !UNPAIRED_SURROGATE.test(text)) return;
  throw invalidField(field, 'The text must not contain NUL characters or lone surrogates.');
}

const UNPAIRED_SURROGATE = /\p{Surrogate}/u;
