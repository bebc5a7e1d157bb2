import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import {
  configurationResource,
  selectionResource,
  toConfigurationResource,
  toSelectionResource,
} from './configuration.resource.ts';
import { resetPersonaQuery, selectPersonaBody, toSelection } from './configuration.schemas.ts';
import { getConfiguration } from './get-configuration.ts';
import type { GetConfigurationDeps } from './get-configuration.ts';
import { resetPersona } from './reset-persona.ts';
import type { ResetPersonaDeps } from './reset-persona.ts';
import { acceptIdempotencyKeys } from '../memories/accept-idempotency-keys.ts';
import type { ProtectedMemories } from '../memories/protected-memories.ts';
import { toStoredSelection } from './configuration.ts';
import { selectPersona } from './select-persona.ts';
import type { SelectPersonaDeps } from './select-persona.ts';

export type ConfigurationDeps = GetConfigurationDeps &
  SelectPersonaDeps &
  ResetPersonaDeps & { memories: Pick<ProtectedMemories, 'findEarlierChange'> };

export const configurationRoutes = (deps: ConfigurationDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/personality',
    scope: 'read',
    summary: 'Get the configuration',
    operationId: 'getPersonality',
    description: 'Returns the selected persona, its traits and the instructions for the assistant.',
    response: configurationResource,
    example: {},
    handle: async ({ caller }) => toConfigurationResource(await getConfiguration(deps, caller)),
  }),
  acceptIdempotencyKeys(
    deps.memories,
    route({
      method: 'post',
      path: '/api/v2/personality',
      scope: 'write',
      summary: 'Select a persona',
      operationId: 'selectPersona',
      description: 'Selects the persona of the tenant.',
      body: selectPersonaBody,
      status: 201,
      response: selectionResource,
      errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'BIZ_QUOTA_EXCEEDED', 'VAL_VALIDATION_FAILED'],
      example: { body: { persona_id: 'professional' } },
      handle: async ({ caller, body }) =>
        toSelectionResource(await selectPersona(deps, caller, toSelection(body))),
    }),
    ({ memory }) => toSelectionResource(toStoredSelection(memory!)),
  ),
  acceptIdempotencyKeys(
    deps.memories,
    route({
      method: 'delete',
      path: '/api/v2/personality',
      scope: 'write',
      summary: 'Reset the persona',
      operationId: 'resetPersona',
      description:
        'Removes the selection of the caller, so that the default of the organization applies, or removes this default.',
      query: resetPersonaQuery,
      response: z.object({ deleted: z.boolean().describe('False if there was no selection to remove.') }),
      errors: ['AUTH_FORBIDDEN'],
      example: {},
      handle: async ({ caller, query }) => ({
        deleted: await resetPersona(deps, caller, { orgDefault: query.org_default }),
      }),
    }),
    () => ({ deleted: true }),
  ),
];
