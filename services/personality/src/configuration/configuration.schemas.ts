import { z } from 'zod';
import type { PersonaSelection } from './select-persona.ts';

const MAX_PERSONA_ID_LENGTH = 100;

export const selectPersonaBody = z
  .object({
    persona_id: z
      .string()
      .max(MAX_PERSONA_ID_LENGTH)
      .optional()
      .describe('ID of a persona, at most 100 characters.'),
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
