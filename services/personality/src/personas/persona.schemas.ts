import { uuid } from '@loci/http';
import { z } from 'zod';
import { nonBlankText } from '../fields/non-blank-text.ts';
import {
  MAX_ENTRY_LENGTH,
  MAX_ICON_LENGTH,
  MAX_IDENTITY_LENGTH,
  MAX_LIST_ENTRIES,
  MAX_NAME_LENGTH,
  MAX_VOICE_LENGTH,
} from './custom-persona.ts';
import type { PersonaDefinition } from './custom-persona.ts';

const entries = z.array(nonBlankText(MAX_ENTRY_LENGTH)).max(MAX_LIST_ENTRIES).default([]);

export const personaParams = z.object({ persona_id: uuid.describe('ID of a persona that a user created.') });

export const personaBody = z.object({
  name: nonBlankText(MAX_NAME_LENGTH).describe('Display name, 1 to 100 characters.'),
  icon: nonBlankText(MAX_ICON_LENGTH).nullable().default(null).describe('An emoji, at most 16 characters.'),
  identity: nonBlankText(MAX_IDENTITY_LENGTH).describe(
    'Description of the character, 1 to 2,000 characters.',
  ),
  voice: nonBlankText(MAX_VOICE_LENGTH).describe(
    'Description of how the character speaks, 1 to 1,000 characters.',
  ),
  quirks: entries.describe('Up to 10 habits of the character, of up to 300 characters each.'),
  boundaries: entries.describe('Up to 10 limits of the character, of up to 300 characters each.'),
  example_phrases: entries.describe('Up to 10 sample sentences, of up to 300 characters each.'),
});

export const toPersonaDefinition = ({
  example_phrases: examplePhrases,
  ...definition
}: z.output<typeof personaBody>): PersonaDefinition => ({ ...definition, examplePhrases });
