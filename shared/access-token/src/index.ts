export {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  accessTokenClaims,
  toVerifiedToken,
} from './access-token.ts';
export type { AccessTokenClaims, VerifiedToken } from './access-token.ts';
export { createApiKeyVerifier, isApiKey } from './api-key-verifier.ts';
export { bearerCredential } from './bearer-credential.ts';
export { createInMemoryDpopJtiStore } from './dpop-jti-store.ts';
export type { DpopJtiStore } from './dpop-jti-store.ts';
export { DPOP_ALGORITHMS } from './verify-dpop-proof.ts';
export type { DpopRequest } from './verify-dpop-proof.ts';
export { createJwksCache } from './jwks-cache.ts';
export type { PublicJwk, JwksCache, JwksCacheOptions } from './jwks-cache.ts';
export { createGrantDenylist } from './grant-denylist.ts';
export type { GrantDenylist, GrantDenylistOptions, RevokedGrants } from './grant-denylist.ts';
export { createAccessTokenVerifier } from './verify-access-token.ts';
export type { AccessTokenVerifier, AccessTokenVerifierOptions } from './verify-access-token.ts';
