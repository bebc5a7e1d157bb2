import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import type { Secrets } from '@loci/runtime';
import { listKeys } from './api-key.repository.ts';
import { toApiKeyResource } from './api-key.resource.ts';
import {
  apiKeyPage,
  apiKeyParams,
  apiKeyResource,
  createApiKeyBody,
  listApiKeysQuery,
  newApiKeyResource,
} from './api-key.schemas.ts';
import { createApiKey } from './create-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';

export interface ApiKeyDeps {
  database: Database;
  /** The first pepper hashes new keys. */
  peppers: Secrets;
  newId(): string;
  now(): Date;
}

/** Admin API operations on API keys. The caller must mount `requireAdmin` before them. */
export const apiKeyRoutes = (deps: ApiKeyDeps): Route[] => [
  route({
    method: 'post',
    path: '/admin/api-keys',
    scope: 'public',
    summary: 'Create an API key. Its text is only returned once.',
    body: createApiKeyBody,
    status: 201,
    response: newApiKeyResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    handle: async ({ body }) => {
      const { key, apiKey } = await createApiKey(deps, {
        tenantId: body.tenant_id,
        userId: body.user_id,
        name: body.name,
        permissions: body.permissions,
        expiresAt: body.expires_at ?? null,
      });
      return { ...toApiKeyResource(key), api_key: apiKey };
    },
  }),
  route({
    method: 'get',
    path: '/admin/api-keys',
    scope: 'public',
    summary: 'List API keys, oldest first, including revoked ones',
    query: listApiKeysQuery,
    response: apiKeyPage,
    errors: ['AUTH_INVALID_CREDENTIALS'],
    handle: async ({ query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const { items, total, list, keyOf } = await deps.database.inSystemTransaction((tx) =>
        listKeys(tx, query.tenant_id, page),
      );
      return toCursorPage(items, page, total, { list, keyOf, toItem: toApiKeyResource });
    },
  }),
  route({
    method: 'delete',
    path: '/admin/api-keys/:key_id',
    scope: 'public',
    summary: 'Revoke an API key and all its tokens',
    params: apiKeyParams,
    response: apiKeyResource,
    errors: ['AUTH_INVALID_CREDENTIALS', 'RES_NOT_FOUND'],
    handle: async ({ params }) => toApiKeyResource(await revokeApiKey(deps, params.key_id)),
  }),
];
