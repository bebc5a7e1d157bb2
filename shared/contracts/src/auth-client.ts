import { z } from 'zod';
import { MAX_TIMESTAMP_LENGTH } from './input-limits.ts';
import type { ServiceClient } from './service-client.ts';

/**
 * Paths of internal operations of the authorization server. The gateway does not forward requests to these
 * paths.
 */
export const INTERNAL_JWKS_PATH = '/internal/auth/verifying-keys';
export const REVOKED_GRANTS_PATH = '/internal/auth/revoked-grants';
export const DPOP_JTIS_PATH = '/internal/auth/used-proofs';
export const EXCHANGE_API_KEY_PATH = '/internal/auth/exchange-api-key';
export const FIRST_TOOL_CALLS_PATH = '/internal/auth/first-tool-calls';

/** Public keys: the active signing key, keys that are not active yet, and keys of unexpired tokens. */
export const jwksResponse = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
    }),
  ),
});

export type PublicJwk = z.infer<typeof jwksResponse>['keys'][number];

export const revokedGrantsResponse = z.object({
  grant_ids: z.array(z.string()),
  /** Opaque cursor that the request for the next page contains. */
  cursor: z.string(),
  /** True if the next page is available now. */
  more: z.boolean(),
});

/** Request that records the `jti` of a DPoP proof until the proof expires. */
export const dpopJtiRequest = z.object({
  /** Hash of the JWK thumbprint and the `jti`. */
  proof_id: z.string().min(1).max(200),
  expires_at: z.iso.datetime().max(MAX_TIMESTAMP_LENGTH),
});

/** Response to {@link dpopJtiRequest}. `fresh` is false if the proof was already used. */
export const dpopJtiResponse = z.object({ fresh: z.boolean() });

/** Request that exchanges an API key which a client sent instead of an access token. */
export const exchangeApiKeyRequest = z.object({ api_key: z.string().min(1).max(300) });

export const exchangeApiKeyResponse = z.object({ access_token: z.string() });

/** Maximum number of grants in a {@link firstToolCallsRequest}. */
export const MAX_FIRST_TOOL_CALLS = 1_000;

/** Request that records the first tool calls of grants. */
export const firstToolCallsRequest = z.object({
  calls: z
    .array(
      z.object({
        grant_id: z.string().min(1).max(128),
        called_at: z.iso.datetime().max(MAX_TIMESTAMP_LENGTH),
      }),
    )
    .max(MAX_FIRST_TOOL_CALLS),
});

export const firstToolCallsResponse = z.object({ recorded: z.literal(true) });

/** First tool call with a token of a grant. */
export interface FirstToolCall {
  grantId: string;
  /** Unix time in milliseconds. */
  calledAtMs: number;
}

/** Operations of the authorization server that gateways call. */
export interface AuthClient {
  /** Returns the public keys that verify access tokens. */
  jwks(): Promise<PublicJwk[]>;
  /**
   * Returns revoked grants whose access tokens may not have expired yet. A grant can be returned more than
   * once. No revocation is skipped, even if its transaction commits late.
   *
   * @param since cursor of the last page, or null to start from the beginning
   */
  revokedGrants(since: string | null): Promise<{ grantIds: string[]; cursor: string; more: boolean }>;
  /**
   * Records a DPoP proof for all gateways. Atomic: of concurrent calls with the same id, one returns true.
   *
   * @param jtiHash hash of the JWK thumbprint and the `jti`, at most 200 characters
   * @param expiresAtMs expiry of the proof, as Unix time in milliseconds
   * @returns false if the proof was already used
   */
  recordDpopJti(jtiHash: string, expiresAtMs: number): Promise<boolean>;
  /**
   * Exchanges an API key for an access token.
   *
   * @throws AUTH_INVALID_CREDENTIALS for a key that is malformed, unknown, expired or revoked
   */
  exchangeApiKey(apiKey: string): Promise<string>;
  /**
   * Records the first tool calls of grants. Keeps the time of an earlier call. Idempotent.
   *
   * @param calls at most {@link MAX_FIRST_TOOL_CALLS}
   */
  recordFirstToolCalls(calls: readonly FirstToolCall[]): Promise<void>;
}

/** Creates the typed client of the authorization server. Its methods throw as {@link ServiceClient} does. */
export function createAuthClient(service: ServiceClient): AuthClient {
  return {
    async jwks() {
      const response = await service(null, { method: 'get', path: INTERNAL_JWKS_PATH });
      return jwksResponse.parse(response).keys;
    },
    async revokedGrants(since) {
      const query = since === null ? {} : { since };
      const response = await service(null, { method: 'get', path: REVOKED_GRANTS_PATH, query });
      const { grant_ids: grantIds, cursor, more } = revokedGrantsResponse.parse(response);
      return { grantIds, cursor, more };
    },
    async recordDpopJti(jtiHash, expiresAtMs) {
      const body = { proof_id: jtiHash, expires_at: new Date(expiresAtMs).toISOString() };
      const response = await service(null, { method: 'post', path: DPOP_JTIS_PATH, body });
      return dpopJtiResponse.parse(response).fresh;
    },
    async exchangeApiKey(apiKey) {
      const body = { api_key: apiKey };
      const response = await service(null, { method: 'post', path: EXCHANGE_API_KEY_PATH, body });
      return exchangeApiKeyResponse.parse(response).access_token;
    },
    async recordFirstToolCalls(calls) {
      const body = {
        calls: calls.map(({ grantId, calledAtMs }) => ({
          grant_id: grantId,
          called_at: new Date(calledAtMs).toISOString(),
        })),
      };
      await service(null, { method: 'post', path: FIRST_TOOL_CALLS_PATH, body });
    },
  };
}
