import type { Caller } from '@loci/core';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { CUSTOMIZING_TIER, requireTier } from '../tiers/require-tier.ts';
import { requireOwnTrait } from './require-own-trait.ts';

export interface RemoveTraitDeps {
  memories: Pick<ProtectedMemories, 'find' | 'remove'>;
}

/**
 * @throws AUTH_FORBIDDEN below premium; RES_NOT_FOUND for one that is missing or not the caller's
 * @see SPEC.md "Personality" 7
 */
export async function removeTrait(
  { memories }: RemoveTraitDeps,
  caller: Caller,
  traitId: string,
): Promise<void> {
  requireTier(caller, CUSTOMIZING_TIER, 'A custom trait');
  await requireOwnTrait(memories, caller, traitId);
  await memories.remove(caller.tenantId, traitId);
}
