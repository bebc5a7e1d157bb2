import type { Caller } from '@loci/core';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { CUSTOMIZATION_TIER, requireTier } from '../tiers/require-tier.ts';
import { requireEditableTrait } from './require-editable-trait.ts';

export interface DeleteTraitDeps {
  memories: Pick<ProtectedMemories, 'list' | 'delete'>;
}

/**
 * Deletes a trait permanently.
 *
 * @throws AUTH_FORBIDDEN if the tier is too low; RES_NOT_FOUND if the trait does not exist or the caller cannot edit it
 * @see docs/reference/personality.md#delete-a-trait
 */
export async function deleteTrait(
  { memories }: DeleteTraitDeps,
  caller: Caller,
  traitId: string,
): Promise<void> {
  requireTier(caller, CUSTOMIZATION_TIER, 'A custom trait');
  await requireEditableTrait(memories, caller, traitId);
  await memories.delete(caller.tenantId, traitId);
}
