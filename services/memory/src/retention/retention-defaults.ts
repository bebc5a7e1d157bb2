import { PROTECTED_MEMORY_TYPES, MEMORY_TYPES } from '@loci/contracts';
import type { MemoryType } from '@loci/contracts';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';

/** Memory types that can have a retention default. */
export type RetainedType = Exclude<MemoryType, (typeof PROTECTED_MEMORY_TYPES)[number]>;

export const RETAINED_TYPES = MEMORY_TYPES.filter(
  (type): type is RetainedType => !(PROTECTED_MEMORY_TYPES as readonly string[]).includes(type),
);

/** Lifetimes of new memories in seconds, by memory type. A memory of another type does not expire by default. */
export type RetentionDefaults = ReadonlyMap<MemoryType, number>;

/**
 * Rejects callers who are not owners of the tenant, because the defaults apply to the memories of all members.
 *
 * @throws AUTH_FORBIDDEN
 */
export function requireOwner(caller: Pick<Caller, 'role'>): void {
  if (caller.role === 'owner') return;
  throw new AppError('AUTH_FORBIDDEN', 'Only owners can change the retention defaults.', {
    details: { required_role: 'owner', current_role: caller.role },
  });
}
