import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import { toApiKeyResource } from './api-key.resource.ts';
import {
  apiKeyPage,
  apiKeyParams,
  apiKeyResource,
  createOwnApiKeyBody,
  getOwnApiKeyQuery,
  listOwnApiKeysQuery,
  newApiKeyResource,
} from './api-key.schemas.ts';
import { createOwnKey, getOwnKey, listOwnKeys, revokeOwnKey } from './manage-own-keys.ts';
import type { ManageOwnKeysDeps } from './manage-own-keys.ts';

/** Operations of the portal on the API keys of a user. They are not part of the documented API. */
export const ownApiKeyRoutes = (deps: ManageOwnKeysDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/auth/api-keys',
    scope: 'read',
    documented: false,
    summary: 'List your active API keys, newest first',
    query: listOwnApiKeysQuery,
    response: apiKeyPage,
    errors: ['AUTH_FORBIDDEN'],
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const { items, total, list, keyOf } = await listOwnKeys(deps, caller, page);
      return toCursorPage(items, page, total, { list, keyOf, toItem: toApiKeyResource });
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/auth/api-keys',
    scope: 'write',
    documented: false,
    summary: 'Create an API key. Its text is only returned once.',
    body: createOwnApiKeyBody,
    status: 201,
    response: newApiKeyResource,
    errors: ['AUTH_FORBIDDEN', 'RES_ALREADY_EXISTS'],
    secret: {
      resourceType: 'API key',
      idOf: ({ key_id: id }: { key_id: string }) => id,
      advice: 'Revoke the API key and create another one.',
    },
    handle: async ({ caller, body }) => {
      const { key, apiKey } = await createOwnKey(deps, caller, {
        name: body.name,
        permissions: body.permissions,
        expiresAt: body.expires_at ?? null,
      });
      return { ...toApiKeyResource(key), api_key: apiKey };
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/auth/api-keys/:key_id',
    scope: 'read',
    documented: false,
    summary: 'Return an API key that is not revoked, or also a revoked one',
    params: apiKeyParams,
    query: getOwnApiKeyQuery,
    response: apiKeyResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params, query }) =>
      toApiKeyResource(
        await getOwnKey(deps, caller, params.key_id, { includeRevoked: query.include_revoked }),
      ),
  }),
  route({
    method: 'delete',
    path: '/api/v2/auth/api-keys/:key_id',
    scope: 'write',
    documented: false,
    summary: 'Revoke an API key and all its tokens',
    params: apiKeyParams,
    response: apiKeyResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) => toApiKeyResource(await revokeOwnKey(deps, caller, params.key_id)),
  }),
];
