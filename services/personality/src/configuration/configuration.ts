import { ORGANIZATION, PERSONA_MEMORY, TRAIT_MEMORY } from '../memories/protected-memories.ts';
import type { NewProtectedMemory, ProtectedMemory } from '../memories/protected-memories.ts';
import { toMemoryContent } from '../personas/persona.ts';
import type { Persona } from '../personas/persona.ts';
import { findPersona } from '../personas/presets.ts';
import { toTrait } from '../traits/trait.ts';
import type { Trait } from '../traits/trait.ts';

export interface SelectedPersona {
  persona: Persona;
  isOrgDefault: boolean;
  configuredAt: Date;
}

/** What holds for one user. */
export interface Configuration {
  /** The user's own choice, else the organization's default, else null. */
  selected: SelectedPersona | null;
  /** The user's own first, then the organization's; each oldest first. */
  traits: Trait[];
}

export const toPersonaMemory = (owner: string, persona: Persona): NewProtectedMemory => ({
  owner,
  memoryType: PERSONA_MEMORY,
  content: toMemoryContent(persona),
  metadata: { persona_id: persona.id },
});

/** @returns null for a memory of a preset that there is no longer */
export function toSelectedPersona(memory: ProtectedMemory): SelectedPersona | null {
  const persona = findPersona(String(memory.metadata['persona_id']));
  if (persona === undefined) return null;
  return { persona, isOrgDefault: memory.owner === ORGANIZATION, configuredAt: memory.createdAt };
}

/**
 * @param memories the active ones of the user and of the organization, oldest first
 * @see SPEC.md "Personality" 2
 */
export function toConfiguration(memories: readonly ProtectedMemory[]): Configuration {
  const own = memories.filter((memory) => memory.owner !== ORGANIZATION);
  const organization = memories.filter((memory) => memory.owner === ORGANIZATION);
  const ownFirst = [...own, ...organization];
  return {
    selected: newestPersona(own) ?? newestPersona(organization),
    traits: ownFirst.filter((memory) => memory.memoryType === TRAIT_MEMORY).map(toTrait),
  };
}

function newestPersona(memories: readonly ProtectedMemory[]): SelectedPersona | null {
  const memory = memories.findLast(({ memoryType }) => memoryType === PERSONA_MEMORY);
  return memory === undefined ? null : toSelectedPersona(memory);
}
