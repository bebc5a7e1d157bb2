import type { Caller } from '@loci/core';
import { ORGANIZATION_OWNER, TRAIT_MEMORY_TYPE } from '../memories/protected-memories.ts';
import type { NewProtectedMemory, ProtectedMemory } from '../memories/protected-memories.ts';

/** Custom instruction of one user or of all users of a tenant. @see docs/reference/personality.md#traits */
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

/** Maximum number of traits per owner. With {@link MAX_TRAIT_LENGTH}, it limits the size of a briefing. */
export const MAX_TRAITS = 50;
/** Maximum characters of the content of a trait. */
export const MAX_TRAIT_LENGTH = 2_000;
export const MAX_CATEGORY_LENGTH = 100;

export const ownerOf = (caller: Pick<Caller, 'userId'>, isOrgDefault: boolean): string =>
  isOrgDefault ? ORGANIZATION_OWNER : caller.userId;

export const toTraitMemory = (owner: string, trait: NewTrait): NewProtectedMemory => ({
  owner,
  memoryType: TRAIT_MEMORY_TYPE,
  content: trait.content,
  metadata: { category: trait.category },
});

export function toTrait(memory: ProtectedMemory): Trait {
  const { category } = memory.metadata;
  return {
    id: memory.id,
    content: memory.content,
    category: typeof category === 'string' ? category : DEFAULT_CATEGORY,
    isOrgDefault: memory.owner === ORGANIZATION_OWNER,
  };
}
