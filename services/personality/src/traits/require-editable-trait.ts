import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { ORGANIZATION_OWNER, TRAIT_MEMORY_TYPE } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';

/**
 * Requires that the caller can edit a trait. Users can edit their own traits. Owners can also edit
 * organization defaults.
 *
 * @throws RES_NOT_FOUND if the trait does not exist or the caller cannot edit it
 */
export async function requireEditableTrait(
  memories: Pick<ProtectedMemories, 'list'>,
  caller: Caller,
  traitId: string,
): Promise<void> {
  const owners = caller.role === 'owner' ? [caller.userId, ORGANIZATION_OWNER] : [caller.userId];
  const editable = await memories.list(caller.tenantId, owners);
  if (editable.some(({ id, memoryType }) => id === traitId && memoryType === TRAIT_MEMORY_TYPE)) return;
  throw notFound('trait', traitId);
}
