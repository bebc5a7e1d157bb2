import { createHash } from 'node:crypto';
import { AppError, isAppError } from '@loci/core';
import { EmbeddedJWK, calculateJwkThumbprint, jwtVerify } from 'jose';
import type { DpopJtiStore } from './dpop-jti-store.ts';

/** A request that was sent with `Authorization: DPoP`. */
export interface DpopRequest {
  /** Value of the `DPoP` header. Several headers, whose values Node.js joins by commas, are rejected. */
  proof: string | undefined;
  method: string;
  /** Path of the request as received, with or without its query. */
  path: string;
}

export interface DpopVerifierOptions {
  /** Public base URL of the API, without a trailing slash. The Host header of the request is ignored. */
  baseUrl: string;
  jtiStore: DpopJtiStore;
  now?: (() => number) | undefined;
}

/** Accepted signature algorithms of proofs, as advertised in the metadata (RFC 9449 section 5.1). */
export const DPOP_ALGORITHMS = ['RS256', 'ES256'];

/** Maximum difference between `iat` and the current time. Clients create a new proof for each request. */
const MAX_PROOF_AGE_SECONDS = 60;
const MAX_PROOF_LENGTH = 8_192;

/**
 * Verifies the DPoP proof of a request (RFC 9449 section 4.3), and records it so that it cannot be replayed.
 *
 * @param token the access token of the request
 * @param thumbprint JWK thumbprint of the key that the token is bound to (`cnf.jkt`)
 * @throws AUTH_TOKEN_INVALID if the proof is missing, malformed, too old, already used, or for another request, token
 *   or key; the error of the jti store if the store is unavailable
 * @see docs/security-model.md#threat-13-dpop-downgrade-and-replay
 */
export async function verifyDpopProof(
  options: DpopVerifierOptions,
  token: string,
  thumbprint: string,
  { proof, method, path }: DpopRequest,
): Promise<void> {
  const now = options.now ?? Date.now;
  if (proof === undefined || proof === '') throw invalidProof('The DPoP header is missing.');
  if (proof.length > MAX_PROOF_LENGTH) {
    throw invalidProof(`It exceeds ${MAX_PROOF_LENGTH.toLocaleString('en')} characters.`);
  }
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: DPOP_ALGORITHMS,
    currentDate: new Date(now()),
  }).catch((error: unknown) => {
    if (isAppError(error)) throw error;
    throw invalidProof('It is malformed, or was not signed with the key in its header.', error);
  });
  const { jti, iat, htm, htu, ath } = payload as Record<string, unknown>;
  if (typeof jti !== 'string' || jti === '') throw invalidProof('The jti claim is missing.');
  if (typeof iat !== 'number' || Math.abs(now() / 1000 - iat) > MAX_PROOF_AGE_SECONDS) {
    throw invalidProof(`The iat claim must be within ${MAX_PROOF_AGE_SECONDS} seconds of the current time.`);
  }
  if (htm !== method) throw invalidProof('The htm claim does not match the method of the request.');
  if (typeof htu !== 'string' || withoutQuery(htu) !== withoutQuery(`${options.baseUrl}${path}`)) {
    throw invalidProof('The htu claim does not match the URL of the request.');
  }
  if (ath !== digest(token)) throw invalidProof('The ath claim does not match the access token.');
  if ((await calculateJwkThumbprint(protectedHeader.jwk!)) !== thumbprint) {
    throw invalidProof('It was not signed with the key that the access token is bound to.');
  }
  const expiresAtMs = (iat + MAX_PROOF_AGE_SECONDS + 1) * 1000;
  if (!(await options.jtiStore.record(digest(`${thumbprint}.${jti}`), expiresAtMs))) {
    throw invalidProof('It was already used.');
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Returns the origin and path of a URL, or null if the URL is malformed. */
function withoutQuery(text: string): string | null {
  const url = URL.parse(text);
  return url === null ? null : `${url.origin}${url.pathname}`;
}

const invalidProof = (reason: string, cause?: unknown): AppError =>
  new AppError('AUTH_TOKEN_INVALID', `The DPoP proof is not valid. ${reason}`, { cause });
