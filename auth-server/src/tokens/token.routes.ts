import { bearerCredential } from '@loci/access-token';
import { EXCHANGE_API_KEY_PATH, exchangeApiKeyRequest, exchangeApiKeyResponse } from '@loci/contracts';
import { SMALL_BODY_LIMIT_BYTES, route } from '@loci/http';
import type { Route } from '@loci/http';
import { exchangeApiKey } from './exchange-api-key.ts';
import type { ExchangeApiKeyDeps } from './exchange-api-key.ts';
import { refreshAccessToken } from './refresh-access-token.ts';
import { toTokensResource, toVerifiedResource } from './token.resource.ts';
import { refreshBody, tokensResource, verifiedResource } from './token.schemas.ts';

/** Internal operation with which gateways accept API keys of assistants. */
export const internalTokenRoutes = (deps: ExchangeApiKeyDeps): Route[] => [
  route({
    method: 'post',
    path: EXCHANGE_API_KEY_PATH,
    scope: 'internal',
    summary: 'Exchange an API key that a client sent instead of an access token',
    body: exchangeApiKeyRequest,
    response: exchangeApiKeyResponse,
    errors: ['AUTH_INVALID_CREDENTIALS'],
    handle: async ({ body }) => ({ access_token: (await exchangeApiKey(deps, body.api_key)).accessToken }),
  }),
];

/** Token operations of the public API. The gateway forwards their requests. */
export const tokenRoutes = (deps: ExchangeApiKeyDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/auth/token',
    scope: 'public',
    summary: 'Exchange an API key for tokens',
    operationId: 'exchangeApiKey',
    description:
      'Returns a short-lived access token and a refresh token for the API key in the header `Authorization`.',
    response: tokensResource,
    hasCredentials: true,
    errors: ['AUTH_UNAUTHORIZED', 'AUTH_INVALID_CREDENTIALS'],
    handle: async ({ request }) =>
      toTokensResource(await exchangeApiKey(deps, bearerCredential(request?.headers.authorization))),
  }),
  route({
    method: 'post',
    path: '/api/v2/auth/refresh',
    scope: 'public',
    summary: 'Refresh an API key token',
    operationId: 'refreshToken',
    description: 'Returns new tokens for a refresh token. Each refresh token works once.',
    body: refreshBody,
    bodyLimitBytes: SMALL_BODY_LIMIT_BYTES,
    response: tokensResource,
    hasCredentials: true,
    errors: ['AUTH_TOKEN_INVALID'],
    example: { body: { refresh_token: 'the refresh token of the last response' } },
    handle: async ({ body }) => toTokensResource(await refreshAccessToken(deps, body.refresh_token)),
  }),
  route({
    method: 'get',
    path: '/api/v2/auth/verify',
    scope: 'read',
    summary: 'Verify an access token',
    operationId: 'verifyToken',
    description: 'Returns the identity and the permissions of the access token.',
    response: verifiedResource,
    handle: ({ caller }) => Promise.resolve(toVerifiedResource(caller)),
  }),
];
