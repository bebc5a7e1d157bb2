import { createHash } from 'node:crypto';
import { EmbeddedJWK, calculateJwkThumbprint, jwtVerify } from 'jose';
import { AppError, isAppError } from '@loci/core';
import type { ProofStore } from './proof-store.ts';

/** What a request shows to prove that it has the key that its token is bound to. */
export interface ProofOfPossession {
  /** The `DPoP` header; two of them, joined by a comma, are no proof. */
  proof: string | undefined;
  /** Of the request. */
  method: string;
  /** Path of the request as it came, with or without a query. */
  path: string;
}

export interface ProofVerifierOptions {
  /** What stands before every path, whatever host a request names: `base_url`. */
  baseUrl: string;
  proofs: ProofStore;
  now?: (() => number) | undefined;
}

/** What RFC 9449 asks of us to advertise. */
export const PROOF_ALGORITHMS = ['RS256', 'ES256'];

/** A proof is made for one request: older ones were kept by somebody. */
const PROOF_AGE_SECONDS = 60;
const MAX_PROOF_LENGTH = 8_192;

/**
 * Checks a DPoP proof that goes with an access token.
 *
 * @param thumbprint of the key that the token is bound to (`cnf.jkt`)
 * @throws AUTH_TOKEN_INVALID when it is missing, malformed, for another request, token or key, too old, or was used
 *   before; what the store throws when it cannot tell
 * @see RFC 9449 section 4.3; AUTH-AND-MCP.md attack 13
 */
export async function verifyProof(
  options: ProofVerifierOptions,
  token: string,
  thumbprint: string,
  { proof, method, path }: ProofOfPossession,
): Promise<void> {
  const now = options.now ?? Date.now;
  if (proof === undefined || proof === '') throw noProof('The DPoP header is missing.');
  if (proof.length > MAX_PROOF_LENGTH) throw noProof('It is too long.');
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: PROOF_ALGORITHMS,
    currentDate: new Date(now()),
  }).catch((error: unknown) => {
    if (isAppError(error)) throw error;
    throw noProof('It is malformed or not signed with its own key.', error);
  });
  const { jti, iat, htm, htu, ath } = payload as Record<string, unknown>;
  if (typeof jti !== 'string' || jti === '') throw noProof('It has no jti.');
  if (typeof iat !== 'number' || Math.abs(now() / 1000 - iat) > PROOF_AGE_SECONDS) {
    throw noProof('It was not made just now.');
  }
  if (htm !== method) throw noProof('It is for another method.');
  if (typeof htu !== 'string' || withoutQuery(htu) !== withoutQuery(`${options.baseUrl}${path}`)) {
    throw noProof('It is for another address.');
  }
  if (ath !== digest(token)) throw noProof('It is for another token.');
  if ((await calculateJwkThumbprint(protectedHeader.jwk!)) !== thumbprint) {
    throw noProof('It was made with another key than the token is bound to.');
  }
  const expiresAtMs = (iat + PROOF_AGE_SECONDS + 1) * 1000;
  if (!(await options.proofs.remember(digest(`${thumbprint}.${jti}`), expiresAtMs))) {
    throw noProof('It was used before.');
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Null for what is no URL, which equals nothing that is one. */
function withoutQuery(address: string): string | null {
  const url = URL.parse(address);
  return url === null ? null : `${url.origin}${url.pathname}`;
}

const noProof = (why: string, cause?: unknown): AppError =>
  new AppError('AUTH_TOKEN_INVALID', `The proof of possession is not valid. ${why}`, { cause });
