import { z } from 'zod';
import { toTraitResource, traitResource } from '../traits/trait.resource.ts';
import type { Configuration, SelectedPersona } from './configuration.ts';

/** Effective persona and traits in API responses. @see docs/reference/personality.md#get-the-configuration */
export const configurationResource = z.object({
  persona_id: z.string().nullable(),
  persona_name: z.string().nullable(),
  custom_traits: z.array(traitResource),
  is_org_default: z.boolean(),
  configured_at: z.string().nullable(),
});

export const toConfigurationResource = ({ selected, traits }: Configuration) => ({
  persona_id: selected?.persona.id ?? null,
  persona_name: selected?.persona.name ?? null,
  custom_traits: traits.map(toTraitResource),
  is_org_default: selected?.isOrgDefault ?? false,
  configured_at: selected?.configuredAt.toISOString() ?? null,
});

/** Selected persona in API responses. @see docs/reference/personality.md#select-a-persona */
export const selectionResource = z.object({
  persona_id: z.string(),
  persona_name: z.string(),
  is_org_default: z.boolean(),
  configured_at: z.string(),
});

export const toSelectionResource = ({ persona, isOrgDefault, configuredAt }: SelectedPersona) => ({
  persona_id: persona.id,
  persona_name: persona.name,
  is_org_default: isOrgDefault,
  configured_at: configuredAt.toISOString(),
});
