import type { Caller } from '@loci/core';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { CUSTOMIZING_TIER, requireTier } from '../tiers/require-tier.ts';
import { requireOwnTrait } from './require-own-trait.ts';
import { toTrait } from './trait.ts';
import type { Trait } from './trait.ts';

export interface ChangeTraitDeps {
  memories: Pick<ProtectedMemories, 'find' | 'changeContent'>;
}

/**
 * Gives a trait another content; its category stays.
 *
 * @throws AUTH_FORBIDDEN below premium; RES_NOT_FOUND for one that is missing or not the caller's
 * @see SPEC.md "Personality" 6
 */
export async function changeTrait(
  { memories }: ChangeTraitDeps,
  caller: Caller,
  traitId: string,
  content: string,
): Promise<Trait> {
  requireTier(caller, CUSTOMIZING_TIER, 'A custom trait');
  await requireOwnTrait(memories, caller, traitId);
  return toTrait(await memories.changeContent(caller.tenantId, traitId, content));
}
