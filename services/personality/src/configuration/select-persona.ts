import type { Caller } from '@loci/core';
import { ORGANIZATION_OWNER } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import type { Persona } from '../personas/persona.ts';
import { requirePersona } from '../personas/require-persona.ts';
import { requireOrgDefaultAccess } from '../tiers/require-tier.ts';
import { toPersonaMemory, toStoredSelection } from './configuration.ts';
import type { SelectedPersona } from './configuration.ts';

export interface SelectPersonaDeps {
  memories: Pick<ProtectedMemories, 'list' | 'create'>;
}

export interface PersonaSelection {
  personaId: string;
  setAsOrgDefault: boolean;
}

/**
 * Selects a persona for the caller, or as the default of the organization, and deactivates the previous selection. A
 * new default also replaces the caller's own selection, so it takes effect for the caller immediately.
 *
 * @throws RES_NOT_FOUND if the persona does not exist; AUTH_FORBIDDEN if the tier is too low for the persona or for an
 *   organization default, or if a caller who is not an owner sets an organization default
 * @see docs/reference/personality.md#select-a-persona
 */
export async function selectPersona(
  { memories }: SelectPersonaDeps,
  caller: Caller,
  { personaId, setAsOrgDefault }: PersonaSelection,
): Promise<SelectedPersona<Pick<Persona, 'id' | 'name'>>> {
  const persona = await requirePersona(memories, caller, personaId);
  if (setAsOrgDefault) requireOrgDefaultAccess(caller);
  const owner = setAsOrgDefault ? ORGANIZATION_OWNER : caller.userId;
  const replacedOwners = setAsOrgDefault ? [ORGANIZATION_OWNER, caller.userId] : [caller.userId];
  const stored = await memories.create(
    caller.tenantId,
    caller.userId,
    toPersonaMemory(owner, persona),
    replacedOwners,
  );
  return toStoredSelection(stored);
}
