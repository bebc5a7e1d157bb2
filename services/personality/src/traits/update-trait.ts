import type { Caller } from '@loci/core';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { CUSTOMIZATION_TIER, requireTier } from '../tiers/require-tier.ts';
import { requireEditableTrait } from './require-editable-trait.ts';
import { toTrait } from './trait.ts';
import type { Trait } from './trait.ts';

export interface UpdateTraitDeps {
  memories: Pick<ProtectedMemories, 'list' | 'update'>;
}

/**
 * Replaces the content of a trait. The category is unchanged.
 *
 * @throws AUTH_FORBIDDEN if the tier is too low; RES_NOT_FOUND if the trait does not exist or the caller cannot edit it
 * @see docs/reference/personality.md#update-a-trait
 */
export async function updateTrait(
  { memories }: UpdateTraitDeps,
  caller: Caller,
  traitId: string,
  content: string,
): Promise<Trait> {
  requireTier(caller, CUSTOMIZATION_TIER, 'A custom trait');
  const memory = await requireEditableTrait(memories, caller, traitId);
  return toTrait(await memories.update(caller.tenantId, { ...memory, content }));
}
