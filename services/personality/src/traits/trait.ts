import type { Caller } from '@loci/core';
import { ORGANIZATION, TRAIT_MEMORY } from '../memories/protected-memories.ts';
import type { NewProtectedMemory, ProtectedMemory } from '../memories/protected-memories.ts';

/** An instruction of a user's own, or a default of the organization for all of its users. */
export interface Trait {
  id: string;
  content: string;
  category: string;
  isOrgDefault: boolean;
}

export interface NewTrait {
  content: string;
  category: string;
  setAsOrgDefault: boolean;
}

export const DEFAULT_CATEGORY = 'custom_instruction';

/** Traits of one owner. With their lengths this keeps a briefing within what assistants read in one go. */
export const MAX_TRAITS = 50;
export const MAX_TRAIT_LENGTH = 2_000;
export const MAX_CATEGORY_LENGTH = 100;

export const ownerOf = (caller: Pick<Caller, 'userId'>, isOrgDefault: boolean): string =>
  isOrgDefault ? ORGANIZATION : caller.userId;

export const toTraitMemory = (owner: string, trait: NewTrait): NewProtectedMemory => ({
  owner,
  memoryType: TRAIT_MEMORY,
  content: trait.content,
  metadata: { category: trait.category },
});

export function toTrait(memory: ProtectedMemory): Trait {
  const { category } = memory.metadata;
  return {
    id: memory.id,
    content: memory.content,
    category: typeof category === 'string' ? category : DEFAULT_CATEGORY,
    isOrgDefault: memory.owner === ORGANIZATION,
  };
}
