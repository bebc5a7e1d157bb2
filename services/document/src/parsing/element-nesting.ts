import { parserLimitExceeded } from './parse-errors.ts';

/** Maximum nesting depth. Parsing takes quadratic time in the depth, and minutes for a million levels. */
const MAX_DEPTH = 50_000;

/** @throws VAL_FIELD_TOO_LONG (413) if elements or groups are nested more than 50,000 levels deep */
export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) {
    throw parserLimitExceeded(
      'nesting',
      `The elements of the document are nested more than ${MAX_DEPTH} levels deep. Simplify the document.`,
    );
  }
}
