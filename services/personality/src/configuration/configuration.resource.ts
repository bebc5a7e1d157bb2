import { componentNames } from '@loci/contracts';
import { z } from 'zod';
import type { Persona } from '../personas/persona.ts';
import { toTraitResource, traitResource } from '../traits/trait.resource.ts';
import type { Configuration, SelectedPersona } from './configuration.ts';

/** Effective persona and traits in API responses. @see docs/reference/personality.md#get-the-configuration */
export const configurationResource = z
  .object({
    persona_id: z.string().nullable().describe('ID of a persona, at most 100 characters.'),
    persona_name: z.string().nullable().describe('Display name of the persona.'),
    custom_traits: z
      .array(traitResource)
      .describe(
        'Traits of the caller, then default traits of the organization. Both groups are sorted by creation, oldest first.',
      ),
    is_org_default: z.boolean().describe('True if it is the default of the organization.'),
    configured_at: z.string().nullable().describe('Time of the selection.'),
  })
  .register(componentNames, { name: 'Personality' });

export const toConfigurationResource = ({ selected, traits }: Configuration) => ({
  persona_id: selected?.persona.id ?? null,
  persona_name: selected?.persona.name ?? null,
  custom_traits: traits.map(toTraitResource),
  is_org_default: selected?.isOrgDefault ?? false,
  configured_at: selected?.configuredAt.toISOString() ?? null,
});

/** Selected persona in API responses. @see docs/reference/personality.md#select-a-persona */
export const selectionResource = z
  .object({
    persona_id: z.string().describe('ID of a persona, at most 100 characters.'),
    persona_name: z.string().describe('Display name of the persona.'),
    is_org_default: z.boolean().describe('True if it is the default of the organization.'),
    configured_at: z.string().describe('Time of the selection.'),
  })
  .register(componentNames, { name: 'PersonaSelection' });

export const toSelectionResource = ({
  persona,
  isOrgDefault,
  configuredAt,
}: SelectedPersona<Pick<Persona, 'id' | 'name'>>) => ({
  persona_id: persona.id,
  persona_name: persona.name,
  is_org_default: isOrgDefault,
  configured_at: configuredAt.toISOString(),
});
