import { AppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { ORGANIZATION } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { findPersona } from '../personas/presets.ts';
import { requireOrgDefault, requireTier } from '../tiers/require-tier.ts';
import { toPersonaMemory, toSelectedPersona } from './configuration.ts';
import type { SelectedPersona } from './configuration.ts';

export interface SelectPersonaDeps {
  memories: Pick<ProtectedMemories, 'store'>;
}

export interface PersonaSelection {
  personaId: string;
  setAsOrgDefault: boolean;
}

/**
 * Saves a persona for the caller, or as the default of the organization; the one saved before is
 * deactivated. A default takes the place of the caller's own choice as well, so that whoever sets it gets it.
 *
 * @throws RES_NOT_FOUND for an unknown persona; AUTH_FORBIDDEN below its tier, and for a default of the
 *   organization below premium or by another than an owner
 * @see SPEC.md "Personality" 3; DECISIONS.md "Personality and tiers"
 */
export async function selectPersona(
  { memories }: SelectPersonaDeps,
  caller: Caller,
  { personaId, setAsOrgDefault }: PersonaSelection,
): Promise<SelectedPersona> {
  const persona = findPersona(personaId);
  if (persona === undefined) throw notFound('persona', personaId);
  requireTier(caller, persona.tierRequired, `The persona ${persona.name}`);
  if (setAsOrgDefault) requireOrgDefault(caller);
  const owner = setAsOrgDefault ? ORGANIZATION : caller.userId;
  const replaces = setAsOrgDefault ? [ORGANIZATION, caller.userId] : [caller.userId];
  const stored = await memories.store(
    caller.tenantId,
    caller.userId,
    toPersonaMemory(owner, persona),
    replaces,
  );
  const selected = toSelectedPersona(stored);
  if (selected === null) throw new AppError('SYS_INTERNAL_ERROR', 'The persona was stored as another one.');
  return selected;
}
