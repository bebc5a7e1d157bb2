import { MAX_VALIDITY_TIME } from '@loci/contracts';
import { invalidField } from '@loci/core';
import type { AppError } from '@loci/core';
import type { Memory, MemoryChange } from './memory.ts';

/** Time from which no operation returns a memory, in the form of a request. */
export interface ExpiryInput {
  expires_at?: Date | null | undefined;
  ttl_seconds?: number | undefined;
}

/**
 * Returns the time of a request with `expires_at` or `ttl_seconds`.
 *
 * @returns null for no expiry, and undefined if the request contains neither field
 * @throws VAL_VALIDATION_FAILED for both fields; VAL_FIELD_INVALID for a time that is not in the future
 * @see docs/reference/time.md#expiry
 */
export function toExpiresAt(
  { expires_at: expiresAt, ttl_seconds: ttlSeconds }: ExpiryInput,
  now: Date,
): Date | null | undefined {
  if (ttlSeconds === undefined) {
    if (expiresAt instanceof Date && expiresAt <= now) throw expiryPassed();
    return expiresAt;
  }
  if (expiresAt !== undefined)
    throw invalidField('ttl_seconds', 'Send either expires_at or ttl_seconds.', 'VAL_VALIDATION_FAILED');
  return new Date(Math.min(now.getTime() + ttlSeconds * 1_000, MAX_VALIDITY_TIME.getTime()));
}

/**
 * Returns the changes to the stored expiry that an update causes. A requested expiry replaces that of a retention default,
 * and pinning removes the latter.
 *
 * @see docs/reference/time.md#pins
 */
export function toStoredExpiry(
  { expiresAt, pinned }: Pick<MemoryChange, 'expiresAt' | 'pinned'>,
  current: Pick<Memory, 'expiresByDefault'>,
): Partial<Pick<Memory, 'expiresAt' | 'expiresByDefault'>> {
  if (expiresAt !== undefined) return { expiresAt, expiresByDefault: false };
  return pinned && current.expiresByDefault ? { expiresAt: null, expiresByDefault: false } : {};
}

export const expiryPassed = (): AppError => invalidField('expires_at', 'expires_at must be in the future.');
