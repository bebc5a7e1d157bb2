import { AppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { PERSONA_LIBRARY } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { CUSTOMIZATION_TIER, requireTier } from '../tiers/require-tier.ts';
import {
  isEditableBy,
  MAX_CUSTOM_PERSONAS,
  toCustomPersona,
  toPersonaDefinitionMemory,
} from './custom-persona.ts';
import type { PersonaDefinition } from './custom-persona.ts';
import type { Persona } from './persona.ts';

export interface ChangeCustomPersonasDeps {
  memories: Pick<ProtectedMemories, 'list' | 'create' | 'update' | 'delete'>;
}

/**
 * Creates a persona that all users of the tenant can select.
 *
 * @throws AUTH_FORBIDDEN if the tier is too low; VAL_VALIDATION_FAILED if the tenant has {@link MAX_CUSTOM_PERSONAS}
 * @see docs/reference/personality.md#create-a-persona
 */
export async function createCustomPersona(
  { memories }: ChangeCustomPersonasDeps,
  caller: Caller,
  definition: PersonaDefinition,
): Promise<Persona> {
  requireTier(caller, CUSTOMIZATION_TIER, 'A custom persona');
  const existing = await memories.list(caller.tenantId, [PERSONA_LIBRARY]);
  if (existing.length >= MAX_CUSTOM_PERSONAS) {
    const message = `The limit of ${MAX_CUSTOM_PERSONAS} personas is reached. Change or delete a persona first.`;
    throw new AppError('VAL_VALIDATION_FAILED', message, { fieldErrors: { name: [message] } });
  }
  const memory = toPersonaDefinitionMemory(definition);
  return toCustomPersona(await memories.create(caller.tenantId, caller.userId, memory, []));
}

/**
 * Replaces all fields of a persona. Users who selected it have the new definition in their next briefing.
 *
 * @throws AUTH_FORBIDDEN if the tier is too low; RES_NOT_FOUND if the persona does not exist or the caller cannot edit it
 * @see docs/reference/personality.md#update-a-persona
 */
export async function updateCustomPersona(
  deps: ChangeCustomPersonasDeps,
  caller: Caller,
  id: string,
  definition: PersonaDefinition,
): Promise<Persona> {
  await requireEditable(deps, caller, id);
  const memory = { ...toPersonaDefinitionMemory(definition), id };
  return toCustomPersona(await deps.memories.update(caller.tenantId, memory));
}

/**
 * Deletes a persona permanently. Selections of it have no effect afterwards.
 *
 * @throws AUTH_FORBIDDEN if the tier is too low; RES_NOT_FOUND if the persona does not exist or the caller cannot edit it
 * @see docs/reference/personality.md#delete-a-persona
 */
export async function deleteCustomPersona(
  deps: ChangeCustomPersonasDeps,
  caller: Caller,
  id: string,
): Promise<void> {
  await requireEditable(deps, caller, id);
  await deps.memories.delete(caller.tenantId, id);
}

async function requireEditable(
  { memories }: ChangeCustomPersonasDeps,
  caller: Caller,
  id: string,
): Promise<void> {
  requireTier(caller, CUSTOMIZATION_TIER, 'A custom persona');
  const found = (await memories.list(caller.tenantId, [PERSONA_LIBRARY])).find((memory) => memory.id === id);
  if (found === undefined || !isEditableBy(toCustomPersona(found), caller)) throw notFound('persona', id);
}
