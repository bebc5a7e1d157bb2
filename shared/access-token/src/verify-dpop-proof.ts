import { createHash } from 'node:crypto';
import { EmbeddedJWK, calculateJwkThumbprint, jwtVerify } from 'jose';
import { AppError, isAppError } from '@loci/core';
import type { DpopJtiStore } from './dpop-jti-store.ts';

/** What a request shows to prove that it has the key that its token is bound to. */
export interface DpopRequest {
  /** The `DPoP` header; two of them, joined by a comma, are no proof. */
  proof: string | undefined;
  /** Of the request. */
  method: string;
  /** Path of the request as it came, with or without a query. */
  path: string;
}

export interface DpopVerifierOptions {
  /** What stands before every path, whatever host a request names: `base_url`. */
  baseUrl: string;
  jtiStore: DpopJtiStore;
  now?: (() => number) | undefined;
}

/** What RFC 9449 asks of us to advertise. */
export const DPOP_ALGORITHMS = ['RS256', 'ES256'];

/** A proof is made for one request: older ones were kept by somebody. */
const MAX_PROOF_AGE_SECONDS = 60;
const MAX_PROOF_LENGTH = 8_192;

/**
 * Checks a DPoP proof that goes with an access token.
 *
 * @param thumbprint of the key that the token is bound to (`cnf.jkt`)
 * @throws AUTH_TOKEN_INVALID when it is missing, malformed, for another request, token or key, too old, or was used
 *   before; what the store throws when it cannot tell
 * @see RFC 9449 section 4.3; AUTH-AND-MCP.md attack 13
 */
export async function verifyDpopProof(
  options: DpopVerifierOptions,
  token: string,
  thumbprint: string,
  { proof, method, path }: DpopRequest,
): Promise<void> {
  const now = options.now ?? Date.now;
  if (proof === undefined || proof === '') throw invalidProof('The DPoP header is missing.');
  if (proof.length > MAX_PROOF_LENGTH) throw invalidProof('It is too long.');
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: DPOP_ALGORITHMS,
    currentDate: new Date(now()),
  }).catch((error: unknown) => {
    if (isAppError(error)) throw error;
    throw invalidProof('It is malformed or not signed with its own key.', error);
  });
  const { jti, iat, htm, htu, ath } = payload as Record<string, unknown>;
  if (typeof jti !== 'string' || jti === '') throw invalidProof('It has no jti.');
  if (typeof iat !== 'number' || Math.abs(now() / 1000 - iat) > MAX_PROOF_AGE_SECONDS) {
    throw invalidProof('It was not made just now.');
  }
  if (htm !== method) throw invalidProof('It is for another method.');
  if (typeof htu !== 'string' || withoutQuery(htu) !== withoutQuery(`${options.baseUrl}${path}`)) {
    throw invalidProof('It is for another address.');
  }
  if (ath !== digest(token)) throw invalidProof('It is for another token.');
  if ((await calculateJwkThumbprint(protectedHeader.jwk!)) !== thumbprint) {
    throw invalidProof('It was made with another key than the token is bound to.');
  }
  const expiresAtMs = (iat + MAX_PROOF_AGE_SECONDS + 1) * 1000;
  if (!(await options.jtiStore.record(digest(`${thumbprint}.${jti}`), expiresAtMs))) {
    throw invalidProof('It was used before.');
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Null for what is no URL, which equals nothing that is one. */
function withoutQuery(address: string): string | null {
  const url = URL.parse(address);
  return url === null ? null : `${url.origin}${url.pathname}`;
}

const invalidProof = (why: string, cause?: unknown): AppError =>
  new AppError('AUTH_TOKEN_INVALID', `The proof of possession is not valid. ${why}`, { cause });
