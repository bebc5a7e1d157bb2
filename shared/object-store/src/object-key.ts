import { AppError } from '@loci/core';

const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
const MAX_KEY_LENGTH = 1_000;
export const MAX_LISTED_KEYS = 1_000;

/**
 * Rejects malformed keys, which could refer to a file outside of the folder of the store.
 *
 * @throws SYS_INTERNAL_ERROR, because services generate all keys
 */
export function assertKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) {
    throw new AppError(
      'SYS_INTERNAL_ERROR',
      'The object key has more than 1,000 characters or contains a character that is not allowed.',
    );
  }
}

/**
 * Rejects invalid parameters of a listing.
 *
 * @throws SYS_INTERNAL_ERROR if `prefix` is malformed or does not end with a slash, or if `limit` is not
 *   between 1 and 1,000
 */
export function assertListing(prefix: string, limit: number): void {
  if (!prefix.endsWith('/')) {
    throw new AppError('SYS_INTERNAL_ERROR', 'The prefix of a listing must end with a slash.');
  }
  assertKey(prefix.slice(0, -1));
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED_KEYS) {
    throw new AppError(
      'SYS_INTERNAL_ERROR',
      `The limit of a listing must be between 1 and ${MAX_LISTED_KEYS}.`,
    );
  }
}
