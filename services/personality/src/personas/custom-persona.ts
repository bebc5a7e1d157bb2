import type { Caller } from '@loci/core';
import { PERSONA_LIBRARY, PERSONA_MEMORY_TYPE } from '../memories/protected-memories.ts';
import type { NewProtectedMemory, ProtectedMemory } from '../memories/protected-memories.ts';
import { canAddTraits, CUSTOMIZATION_TIER } from '../tiers/require-tier.ts';
import { toMemoryContent } from './persona.ts';
import type { Persona } from './persona.ts';

/** Fields of a persona that a user defines. */
export type PersonaDefinition = Pick<
  Persona,
  'name' | 'icon' | 'identity' | 'voice' | 'quirks' | 'boundaries' | 'examplePhrases'
>;

/** Maximum number of personas that the users of a tenant can create. */
export const MAX_CUSTOM_PERSONAS = 50;
export const MAX_NAME_LENGTH = 100;
/** An emoji can consist of several code points. */
export const MAX_ICON_LENGTH = 16;
export const MAX_IDENTITY_LENGTH = 2_000;
export const MAX_VOICE_LENGTH = 1_000;
/** Maximum number of quirks, boundaries and example phrases each. */
export const MAX_LIST_ENTRIES = 10;
/** With this length, the content of the memory has at most 10,000 characters. */
export const MAX_ENTRY_LENGTH = 300;

/** Returns the memory that stores a persona for the users of the tenant. */
export const toPersonaDefinitionMemory = (definition: PersonaDefinition): NewProtectedMemory => ({
  owner: PERSONA_LIBRARY,
  memoryType: PERSONA_MEMORY_TYPE,
  content: toMemoryContent(definition),
  metadata: { persona: definition },
});

/** Maps a memory of the {@link PERSONA_LIBRARY} to its persona. */
export const toCustomPersona = ({ id, userId, metadata }: ProtectedMemory): Persona => ({
  ...(metadata['persona'] as PersonaDefinition),
  id,
  category: 'custom',
  tierRequired: CUSTOMIZATION_TIER,
  createdBy: userId,
});

/** Returns the personas among memories that users of the tenant created, oldest first. */
export const customPersonasOf = (memories: readonly ProtectedMemory[]): Persona[] =>
  memories.filter(({ owner }) => owner === PERSONA_LIBRARY).map(toCustomPersona);

/** True for a persona that the caller created, and for all personas of the tenant if the caller is an owner. */
export const isEditableBy = (
  { createdBy }: Pick<Persona, 'createdBy'>,
  caller: Pick<Caller, 'userId' | 'role'>,
): boolean => createdBy !== undefined && (createdBy === caller.userId || caller.role === 'owner');

/** True if the caller can change a persona and has the necessary tier and permission. */
export const canEdit = (
  persona: Pick<Persona, 'createdBy'>,
  caller: Pick<Caller, 'userId' | 'role' | 'tier' | 'permissions'>,
): boolean => canAddTraits(caller) && isEditableBy(persona, caller);
