import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { TRAIT_MEMORY } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { CUSTOMIZING_TIER, requireOrgDefault, requireTier } from '../tiers/require-tier.ts';
import { MAX_TRAITS, ownerOf, toTrait, toTraitMemory } from './trait.ts';
import type { NewTrait, Trait } from './trait.ts';

export interface AddTraitDeps {
  memories: Pick<ProtectedMemories, 'find' | 'store'>;
}

/**
 * Adds an instruction for the caller, or for everyone in the organization.
 *
 * @throws AUTH_FORBIDDEN below premium, or for a default of the organization by another than an owner;
 *   VAL_VALIDATION_FAILED when there are {@link MAX_TRAITS} already
 * @see SPEC.md "Personality" 5; DECISIONS.md "Personality and tiers"
 */
export async function addTrait({ memories }: AddTraitDeps, caller: Caller, trait: NewTrait): Promise<Trait> {
  requireTier(caller, CUSTOMIZING_TIER, 'A custom trait');
  if (trait.setAsOrgDefault) requireOrgDefault(caller);
  const owner = ownerOf(caller, trait.setAsOrgDefault);
  const present = await memories.find(caller.tenantId, [owner]);
  if (present.filter((memory) => memory.memoryType === TRAIT_MEMORY).length >= MAX_TRAITS) {
    const message = `There are ${MAX_TRAITS} traits already. Delete or change one.`;
    throw new AppError('VAL_VALIDATION_FAILED', message, { fieldErrors: { content: [message] } });
  }
  return toTrait(await memories.store(caller.tenantId, caller.userId, toTraitMemory(owner, trait), []));
}
