import { TIERS } from '@loci/core';
import type { Caller } from '@loci/core';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { acceptIdempotencyKeys } from '../memories/accept-idempotency-keys.ts';
import { PERSONA_LIBRARY } from '../memories/protected-memories.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { canAddTraits, canSetOrgDefault } from '../tiers/require-tier.ts';
import { createCustomPersona, deleteCustomPersona, updateCustomPersona } from './change-custom-personas.ts';
import type { ChangeCustomPersonasDeps } from './change-custom-personas.ts';
import { customPersonasOf, toCustomPersona } from './custom-persona.ts';
import { listPersonasForTier } from './persona.ts';
import type { Persona } from './persona.ts';
import { personaResource, toPersonaResource } from './persona.resource.ts';
import { personaBody, personaParams, toPersonaDefinition } from './persona.schemas.ts';
import { PERSONAS } from './presets.ts';

export interface PersonaDeps extends ChangeCustomPersonasDeps {
  memories: ChangeCustomPersonasDeps['memories'] & Pick<ProtectedMemories, 'findEarlierChange'>;
}

/** Lists the presets as a tenant with the highest tier receives them. */
export const listPresetResources = () =>
  listPersonasForTier(PERSONAS, 'unlimited').map((persona) => toPersonaResource(persona, null));

/** Returns a persona that the caller has just changed. */
const toChangedResource = (persona: Persona) => ({
  ...toPersonaResource({ ...persona, accessible: true, lockedMessage: null }, null),
  can_edit: true,
});

const example = {
  name: 'Gardener',
  identity: 'You are a patient gardener who explains with plants.',
  voice: 'Calm and warm.',
};

export const personaRoutes = (deps: PersonaDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/personality/personas',
    scope: 'read',
    summary: 'List personas',
    operationId: 'listPersonas',
    description: 'Lists the available personas.',
    response: z.object({
      current_tier: z.enum(TIERS).describe('Tier of the tenant.'),
      can_add_traits: z
        .boolean()
        .describe('True if the tier is `premium` or higher and the caller has the permission `write`.'),
      can_set_org_default: z
        .boolean()
        .describe('True if `can_add_traits` is true and the caller has the role `owner`.'),
      personas: z
        .array(personaResource)
        .describe('All personas. The personas that the tier of the tenant can select are first.'),
    }),
    example: {},
    handle: async ({ caller }) => ({
      current_tier: caller.tier,
      can_add_traits: canAddTraits(caller),
      can_set_org_default: canSetOrgDefault(caller),
      personas: await listPersonaResources(deps, caller),
    }),
  }),
  acceptIdempotencyKeys(
    deps.memories,
    route({
      method: 'post',
      path: '/api/v2/personality/personas',
      scope: 'write',
      summary: 'Create a persona',
      operationId: 'createPersona',
      description: 'Creates a persona that all users of the tenant can select.',
      body: personaBody,
      status: 201,
      response: personaResource,
      errors: ['AUTH_FORBIDDEN', 'BIZ_QUOTA_EXCEEDED', 'VAL_VALIDATION_FAILED'],
      example: { body: example },
      handle: async ({ caller, body }) =>
        toChangedResource(await createCustomPersona(deps, caller, toPersonaDefinition(body))),
    }),
    ({ memory }) => toChangedResource(toCustomPersona(memory!)),
  ),
  acceptIdempotencyKeys(
    deps.memories,
    route({
      method: 'put',
      path: '/api/v2/personality/personas/:persona_id',
      scope: 'write',
      summary: 'Update a persona',
      operationId: 'updatePersona',
      description: 'Replaces all fields of a persona that a user of the tenant created.',
      params: personaParams,
      body: personaBody,
      response: personaResource,
      errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'BIZ_QUOTA_EXCEEDED'],
      example: { body: example },
      handle: async ({ caller, params, body }) =>
        toChangedResource(
          await updateCustomPersona(deps, caller, params.persona_id, toPersonaDefinition(body)),
        ),
    }),
    ({ memory }) => toChangedResource(toCustomPersona(memory!)),
  ),
  acceptIdempotencyKeys(
    deps.memories,
    route({
      method: 'delete',
      path: '/api/v2/personality/personas/:persona_id',
      scope: 'write',
      permission: 'delete',
      summary: 'Delete a persona',
      operationId: 'deletePersona',
      description: 'Deletes a persona that a user of the tenant created.',
      params: personaParams,
      response: z.object({ deleted: z.literal(true).describe('True.') }),
      errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
      handle: async ({ caller, params }) => {
        await deleteCustomPersona(deps, caller, params.persona_id);
        return { deleted: true as const };
      },
    }),
    () => ({ deleted: true }),
  ),
];

async function listPersonaResources({ memories }: PersonaDeps, caller: Caller) {
  const custom = customPersonasOf(await memories.list(caller.tenantId, [PERSONA_LIBRARY]));
  return listPersonasForTier([...PERSONAS, ...custom], caller.tier).map((persona) =>
    toPersonaResource(persona, caller),
  );
}
