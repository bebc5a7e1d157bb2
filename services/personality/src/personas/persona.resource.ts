import { componentNames } from '@loci/contracts';
import { TIERS } from '@loci/core';
import { z } from 'zod';
import type { Caller } from '@loci/core';
import { canEdit } from './custom-persona.ts';
import type { PersonaWithAccess } from './persona.ts';

/** Persona in API responses. @see docs/reference/personality.md#personas */
export const personaResource = z
  .object({
    id: z.string().describe('ID of the persona.'),
    name: z.string().describe('Display name.'),
    category: z.string().describe('Category of the persona.'),
    tier_required: z.enum(TIERS).describe('Lowest tier that can select the persona.'),
    icon: z.string().nullable().describe('An emoji.'),
    identity: z.string().describe('Description of the character.'),
    voice: z.string().describe('Description of how the character speaks.'),
    quirks: z.array(z.string()).describe('Habits of the character.'),
    boundaries: z.array(z.string()).describe('Limits of the character.'),
    example_phrases: z.array(z.string()).describe('Sample sentences of the character.'),
    is_custom: z.boolean().describe('True if a user of the tenant created the persona.'),
    can_edit: z.boolean().describe('True if the caller can change and delete the persona.'),
    accessible: z.boolean().describe('True if the tier of the tenant can select the persona.'),
    locked_message: z
      .string()
      .nullable()
      .describe('Message that contains the required tier; null if `accessible` is true.'),
  })
  .register(componentNames, { name: 'Persona' });

/** @param caller null for no user, who cannot change personas */
export const toPersonaResource = (
  persona: PersonaWithAccess,
  caller: Pick<Caller, 'userId' | 'role' | 'tier' | 'permissions'> | null,
) => ({
  id: persona.id,
  name: persona.name,
  category: persona.category,
  tier_required: persona.tierRequired,
  icon: persona.icon,
  identity: persona.identity,
  voice: persona.voice,
  quirks: [...persona.quirks],
  boundaries: [...persona.boundaries],
  example_phrases: [...persona.examplePhrases],
  is_custom: persona.createdBy !== undefined,
  can_edit: caller !== null && canEdit(persona, caller),
  accessible: persona.accessible,
  locked_message: persona.lockedMessage,
});
