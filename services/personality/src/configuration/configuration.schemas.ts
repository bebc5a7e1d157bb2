import { queryBoolean } from '@loci/http';
import { z } from 'zod';
import { personaIdText } from '../personas/persona-id.ts';
import type { PersonaSelection } from './select-persona.ts';

export const selectPersonaBody = z
  .object({
    persona_id: personaIdText.optional().describe('ID of a persona, at most 100 characters.'),
    set_as_org_default: z
      .boolean()
      .default(false)
      .describe(
        "True sets the persona as the organization default. It also removes the caller's selection, so that the default applies to the caller as well.",
      ),
  })
  // The documented error for a missing persona_id is VAL_VALIDATION_FAILED. A required field would return
  // VAL_FIELD_REQUIRED.
  .refine((body) => body.persona_id !== undefined, {
    path: ['persona_id'],
    message: 'This field is required.',
  });

export const toSelection = (body: z.output<typeof selectPersonaBody>): PersonaSelection => ({
  personaId: body.persona_id ?? '',
  setAsOrgDefault: body.set_as_org_default,
});

export const resetPersonaQuery = z.object({
  org_default: queryBoolean
    .default(false)
    .describe('True removes the organization default instead of the selection of the caller.'),
});
