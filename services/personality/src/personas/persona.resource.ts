import { TIERS } from '@loci/core';
import { z } from 'zod';
import type { PersonaWithAccess } from './persona.ts';

/** Persona in API responses. @see docs/reference/personality.md#personas */
export const personaResource = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  tier_required: z.enum(TIERS),
  icon: z.string().nullable(),
  identity: z.string(),
  voice: z.string(),
  quirks: z.array(z.string()),
  boundaries: z.array(z.string()),
  example_phrases: z.array(z.string()),
  accessible: z.boolean(),
  locked_message: z.string().nullable(),
});

export const toPersonaResource = (persona: PersonaWithAccess) => ({
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
  accessible: persona.accessible,
  locked_message: persona.lockedMessage,
});
