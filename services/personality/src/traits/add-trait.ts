import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { TRAIT_MEMORY_TYPE } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { CUSTOMIZATION_TIER, requireOrgDefaultAccess, requireTier } from '../tiers/require-tier.ts';
import { MAX_TRAITS, ownerOf, toTrait, toTraitMemory } from './trait.ts';
import type { NewTrait, Trait } from './trait.ts';

export interface AddTraitDeps {
  memories: Pick<ProtectedMemories, 'list' | 'create'>;
}

/**
 * Adds a trait for the caller, or for all users of the organization.
 *
 * @throws AUTH_FORBIDDEN if the tier is too low, or if a caller who is not an owner adds an organization default;
 *   VAL_VALIDATION_FAILED if the owner already has {@link MAX_TRAITS} traits
 * @see docs/reference/personality.md#add-a-trait
 */
export async function addTrait({ memories }: AddTraitDeps, caller: Caller, trait: NewTrait): Promise<Trait> {
  requireTier(caller, CUSTOMIZATION_TIER, 'A custom trait');
  if (trait.setAsOrgDefault) requireOrgDefaultAccess(caller);
  const owner = ownerOf(caller, trait.setAsOrgDefault);
  const existing = await memories.list(caller.tenantId, [owner]);
  if (existing.filter((memory) => memory.memoryType === TRAIT_MEMORY_TYPE).length >= MAX_TRAITS) {
    const message = `The limit of ${MAX_TRAITS} traits is reached. Update or delete a trait first.`;
    throw new AppError('VAL_VALIDATION_FAILED', message, { fieldErrors: { content: [message] } });
  }
  return toTrait(await memories.create(caller.tenantId, caller.userId, toTraitMemory(owner, trait), []));
}
