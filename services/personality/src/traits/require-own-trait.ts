import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { ORGANIZATION, TRAIT_MEMORY } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';

/**
 * Refuses a trait that is not the caller's to change: everyone has their own, owners the defaults of the
 * organization as well.
 *
 * @throws RES_NOT_FOUND for one that is missing or not the caller's
 */
export async function requireOwnTrait(
  memories: Pick<ProtectedMemories, 'find'>,
  caller: Caller,
  traitId: string,
): Promise<void> {
  const owners = caller.role === 'owner' ? [caller.userId, ORGANIZATION] : [caller.userId];
  const own = await memories.find(caller.tenantId, owners);
  if (own.some(({ id, memoryType }) => id === traitId && memoryType === TRAIT_MEMORY)) return;
  throw notFound('trait', traitId);
}
