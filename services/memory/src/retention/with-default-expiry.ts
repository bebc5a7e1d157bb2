import { toExpiresAt } from '../memories/expiry.ts';
import type { NewMemory } from '../memories/memory.ts';
import type { RetentionDefaults } from './retention-defaults.ts';

/**
 * Adds the expiry of a retention default to a new memory, unless the memory is pinned or the request sets the expiry. Null
 * for `expiresAt` is a requested expiry: the memory does not expire.
 *
 * @see docs/reference/time.md#retention-defaults
 */
export function withDefaultExpiry(input: NewMemory, defaults: RetentionDefaults, now: Date): NewMemory {
  const ttlSeconds = defaults.get(input.memoryType);
  if (ttlSeconds === undefined || input.pinned || input.expiresAt !== undefined) return input;
  return { ...input, expiresAt: toExpiresAt({ ttl_seconds: ttlSeconds }, now), expiresByDefault: true };
}
