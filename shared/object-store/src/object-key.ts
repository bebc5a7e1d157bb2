import { AppError } from '@loci/core';

const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
const MAX_KEY_LENGTH = 1_000;
export const MAX_LISTED_KEYS = 1_000;

/** Keys never come from a caller, so a bad one is our mistake and must not reach a file system. */
export function assertKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) {
    throw new AppError('SYS_INTERNAL_ERROR', 'An object key has a form that is not allowed.');
  }
}

export function assertListing(prefix: string, limit: number): void {
  if (!prefix.endsWith('/')) {
    throw new AppError('SYS_INTERNAL_ERROR', 'A prefix of object keys ends in a slash.');
  }
  assertKey(prefix.slice(0, -1));
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED_KEYS) {
    throw new AppError('SYS_INTERNAL_ERROR', `A listing holds 1 to ${MAX_LISTED_KEYS} keys.`);
  }
}
