import {
  ORGANIZATION_OWNER,
  PERSONA_MEMORY_TYPE,
  TRAIT_MEMORY_TYPE,
} from '../memories/protected-memories.ts';
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

/** Effective persona and traits of one user. */
export interface Configuration {
  /** Persona of the user, otherwise the default of the organization, otherwise null. */
  selected: SelectedPersona | null;
  /** Traits of the user and then of the organization, each oldest first. */
  traits: Trait[];
}

export const toPersonaMemory = (owner: string, persona: Persona): NewProtectedMemory => ({
  owner,
  memoryType: PERSONA_MEMORY_TYPE,
  content: toMemoryContent(persona),
  metadata: { persona_id: persona.id },
});

/** Maps an `identity_core` memory to the selected persona. Returns null if the preset no longer exists. */
export function toSelectedPersona(memory: ProtectedMemory): SelectedPersona | null {
  const persona = findPersona(String(memory.metadata['persona_id']));
  if (persona === undefined) return null;
  return { persona, isOrgDefault: memory.owner === ORGANIZATION_OWNER, configuredAt: memory.createdAt };
}

/**
 * Derives the configuration from stored memories.
 *
 * @param memories active protected memories of the user and of the organization, oldest first
 * @see docs/reference/personality.md#get-the-configuration
 */
export function toConfiguration(memories: readonly ProtectedMemory[]): Configuration {
  const own = memories.filter((memory) => memory.owner !== ORGANIZATION_OWNER);
  const organization = memories.filter((memory) => memory.owner === ORGANIZATION_OWNER);
  const ownFirst = [...own, ...organization];
  return {
    selected: newestPersona(own) ?? newestPersona(organization),
    traits: ownFirst.filter((memory) => memory.memoryType === TRAIT_MEMORY_TYPE).map(toTrait),
  };
}

function newestPersona(memories: readonly ProtectedMemory[]): SelectedPersona | null {
  const memory = memories.findLast(({ memoryType }) => memoryType === PERSONA_MEMORY_TYPE);
  return memory === undefined ? null : toSelectedPersona(memory);
}
