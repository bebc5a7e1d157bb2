import { z } from 'zod';
import { MAX_MOMENT_LENGTH } from './input-limits.ts';
import type { ServiceClient } from './service-client.ts';

/** Routes that only our services may ask. */
export const INTERNAL_JWKS_PATH = '/internal/auth/verifying-keys';
export const REVOKED_GRANTS_PATH = '/internal/auth/revoked-grants';

/** Public halves of the signing keys: those that sign, those that soon will, those whose tokens still live. */
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
  cursor: z.string(),
  more: z.boolean(),
});

/** Asks that nobody can use this proof again until it would not count anyway. */
export const DPOP_JTIS_PATH = '/internal/auth/used-proofs';

export const dpopJtiRequest = z.object({
  proof_id: z.string().min(1).max(200),
  expires_at: z.iso.datetime().max(MAX_MOMENT_LENGTH),
});

/** `fresh` is false when somebody used the proof before. */
export const dpopJtiResponse = z.object({ fresh: z.boolean() });

/** What the gateway asks of the auth server. */
export interface AuthClient {
  jwks(): Promise<PublicJwk[]>;
  /**
   * Grants that were revoked while access tokens of theirs may still be about. A grant may be named more than
   * once; none is ever left out, however late its revocation was committed.
   *
   * @param since the cursor of the answer before, or null from the beginning
   */
  revokedGrants(since: string | null): Promise<{ grantIds: string[]; cursor: string; more: boolean }>;
  /** Remembers a DPoP proof across all gateways. @returns false when it was used before */
  recordDpopJti(proofId: string, expiresAtMs: number): Promise<boolean>;
}

/** The typed client, in process or over HTTP. @throws as {@link ServiceClient} does */
export function createAuthClient(ask: ServiceClient): AuthClient {
  return {
    async jwks() {
      const answer = await ask(null, { method: 'get', path: INTERNAL_JWKS_PATH });
      return jwksResponse.parse(answer).keys;
    },
    async revokedGrants(since) {
      const query = since === null ? {} : { since };
      const answer = await ask(null, { method: 'get', path: REVOKED_GRANTS_PATH, query });
      const { grant_ids: grantIds, cursor, more } = revokedGrantsResponse.parse(answer);
      return { grantIds, cursor, more };
    },
    async recordDpopJti(proofId, expiresAtMs) {
      const body = { proof_id: proofId, expires_at: new Date(expiresAtMs).toISOString() };
      const answer = await ask(null, { method: 'post', path: DPOP_JTIS_PATH, body });
      return dpopJtiResponse.parse(answer).fresh;
    },
  };
}
