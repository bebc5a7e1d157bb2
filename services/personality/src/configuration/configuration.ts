import {
  ORGANIZATION_OWNER,
  PERSONA_LIBRARY,
  PERSONA_MEMORY_TYPE,
  TRAIT_MEMORY_TYPE,
} from '../memories/protected-memories.ts';
import type { NewProtectedMemory, ProtectedMemory } from '../memories/protected-memories.ts';
import { customPersonasOf } from '../personas/custom-persona.ts';
import { toMemoryContent } from '../personas/persona.ts';
import type { Persona } from '../personas/persona.ts';
import { findPersona } from '../personas/presets.ts';
import { toTrait } from '../traits/trait.ts';
import type { Trait } from '../traits/trait.ts';

/** The selection of a persona. */
export interface SelectedPersona<Selected = Persona> {
  persona: Selected;
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
  metadata: { persona_id: persona.id, persona_name: persona.name },
});

/** Maps the memory of a selection to the ID and the name of the persona. */
export const toStoredSelection = ({
  owner,
  metadata,
  createdAt,
}: ProtectedMemory): SelectedPersona<Pick<Persona, 'id' | 'name'>> => {
  const id = String(metadata['persona_id']);
  // Selections that an earlier version stored have no name.
  const name = String(metadata['persona_name'] ?? findPersona(id)?.name ?? id);
  return { persona: { id, name }, isOrgDefault: owner === ORGANIZATION_OWNER, configuredAt: createdAt };
};

/**
 * Derives the configuration from stored memories.
 *
 * @param memories active protected memories of the user, of the organization and of the persona library, oldest first
 * @see docs/reference/personality.md#get-the-configuration
 */
export function toConfiguration(memories: readonly ProtectedMemory[]): Configuration {
  const library = customPersonasOf(memories);
  const own = memories.filter(({ owner }) => owner !== ORGANIZATION_OWNER && owner !== PERSONA_LIBRARY);
  const organization = memories.filter((memory) => memory.owner === ORGANIZATION_OWNER);
  const ownFirst = [...own, ...organization];
  return {
    selected: newestPersona(own, library) ?? newestPersona(organization, library),
    traits: ownFirst.filter((memory) => memory.memoryType === TRAIT_MEMORY_TYPE).map(toTrait),
  };
}

/** Returns the newest selection. Null without a selection, and if the persona was deleted. */
function newestPersona(
  memories: readonly ProtectedMemory[],
  library: readonly Persona[],
): SelectedPersona | null {
  const memory = memories.findLast(({ memoryType }) => memoryType === PERSONA_MEMORY_TYPE);
  if (memory === undefined) return null;
  const selection = toStoredSelection(memory);
  const { id } = selection.persona;
  const persona = findPersona(id) ?? library.find((custom) => custom.id === id);
  return persona === undefined ? null : { ...selection, persona };
}
