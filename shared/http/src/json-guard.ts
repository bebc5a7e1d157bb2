import { AppError, invalidField, isStorableText } from '@loci/core';

const MAX_DEPTH = 64;

/**
 * Refuses what zod would let through and a store would not: nesting that exhausts the stack, NUL characters
 * and lone surrogates in any string or key, numbers that JSON cannot carry back.
 * @see DECISIONS.md "HTTP in general"; AUTH-AND-MCP.md section 9
 */
export function guardJson(value: unknown): void {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      guardText(value, path);
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw invalidField(path || 'body', 'The number is too large.');
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) {
        throw new AppError('VAL_VALIDATION_FAILED', `The body is nested deeper than ${MAX_DEPTH} levels.`);
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
    throw invalidField(field || 'body', 'The text holds a NUL character or half a surrogate pair.');
  }
}
