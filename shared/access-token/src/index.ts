export {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  accessTokenClaims,
  toVerifiedToken,
} from './access-token.ts';
export type { AccessTokenClaims, VerifiedToken } from './access-token.ts';
export { bearerCredential } from './bearer-credential.ts';
export { rememberProofsInMemory } from './proof-store.ts';
export type { ProofStore } from './proof-store.ts';
export { PROOF_ALGORITHMS } from './verify-proof.ts';
export type { ProofOfPossession } from './verify-proof.ts';
export { cacheVerifyingKeys } from './verifying-keys.ts';
export type { VerifyingKey, VerifyingKeys, VerifyingKeysOptions } from './verifying-keys.ts';
export { createGrantDenylist } from './grant-denylist.ts';
export type { GrantDenylist, GrantDenylistOptions, RevokedGrants } from './grant-denylist.ts';
export { createAccessTokenVerifier } from './verify-access-token.ts';
export type { AccessTokenVerifier, AccessTokenVerifierOptions } from './verify-access-token.ts';
