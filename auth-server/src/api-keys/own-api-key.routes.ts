import { route, toPage } from '@loci/http';
import type { Route } from '@loci/http';
import { toApiKeyResource } from './api-key.resource.ts';
import {
  apiKeyPage,
  apiKeyParams,
  apiKeyResource,
  createOwnApiKeyBody,
  listOwnApiKeysQuery,
  newApiKeyResource,
} from './api-key.schemas.ts';
import { createOwnKey, listOwnKeys, revokeOwnKey } from './manage-own-keys.ts';
import type { ManageOwnKeysDeps } from './manage-own-keys.ts';

/** Served with the public API, for the portal alone: what a person does with their keys. */
export const ownApiKeyRoutes = (deps: ManageOwnKeysDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/auth/api-keys',
    scope: 'read',
    documented: false,
    summary: 'List your API keys, oldest first, revoked ones included',
    query: listOwnApiKeysQuery,
    response: apiKeyPage,
    errors: ['AUTH_FORBIDDEN'],
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page };
      const { keys, total } = await listOwnKeys(deps, caller, page);
      return toPage(keys.map(toApiKeyResource), page, total);
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/auth/api-keys',
    scope: 'write',
    documented: false,
    summary: 'Make an API key; it is shown this once',
    body: createOwnApiKeyBody,
    status: 201,
    response: newApiKeyResource,
    errors: ['AUTH_FORBIDDEN'],
    handle: async ({ caller, body }) => {
      const { key, text } = await createOwnKey(deps, caller, body);
      return { ...toApiKeyResource(key), api_key: text };
    },
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
