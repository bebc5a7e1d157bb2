import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { ORGANIZATION_OWNER, TRAIT_MEMORY_TYPE } from '../memories/protected-memories.ts';
import type { ProtectedMemories, ProtectedMemory } from '../memories/protected-memories.ts';

/**
 * Returns the memory of a trait, and requires that the caller can edit it. Users can edit their own traits. Owners can also edit
 * organization defaults.
 *
 * @throws RES_NOT_FOUND if the trait does not exist or the caller cannot edit it
 */
export async function requireEditableTrait(
  memories: Pick<ProtectedMemories, 'list'>,
  caller: Caller,
  traitId: string,
): Promise<ProtectedMemory> {
  const owners = caller.role === 'owner' ? [caller.userId, ORGANIZATION_OWNER] : [caller.userId];
  const editable = await memories.list(caller.tenantId, owners);
  const found = editable.find(({ id, memoryType }) => id === traitId && memoryType === TRAIT_MEMORY_TYPE);
  if (found === undefined) throw notFound('trait', traitId);
  return found;
}
