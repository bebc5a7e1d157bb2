import type { IncomingMessage } from 'node:http';
import type { DpopRequest } from '@loci/access-token';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';

/**
 * Verifies an access token.
 *
 * @param dpop the DPoP proof and the request it must match; undefined for the Bearer scheme
 * @returns the caller that the token identifies
 * @throws AUTH_TOKEN_EXPIRED or AUTH_TOKEN_INVALID
 */
export type VerifyToken = (token: string, dpop?: DpopRequest) => Promise<Omit<Caller, 'requestId'>>;

const CREDENTIAL = /^(Bearer|DPoP) +([A-Za-z0-9._~+/=-]+) *$/i;

/**
 * Authenticates a request by its access token. The tenant always comes from the token.
 *
 * @throws AUTH_UNAUTHORIZED if the Authorization header is missing or malformed; the errors of `verify`
 */
export async function authenticate(
  request: IncomingMessage,
  requestId: string,
  verify: VerifyToken,
): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw new AppError(
      'AUTH_UNAUTHORIZED',
      'The access token is missing. Send the header `Authorization: Bearer <ACCESS_TOKEN>`.',
    );
  }
  const [, scheme, token] = CREDENTIAL.exec(header) ?? [];
  if (scheme === undefined || token === undefined) {
    throw new AppError(
      'AUTH_UNAUTHORIZED',
      'The Authorization header must have the form `Bearer <ACCESS_TOKEN>` or `DPoP <ACCESS_TOKEN>`.',
    );
  }
  const dpop = scheme.toLowerCase() === 'dpop' ? toDpopRequest(request) : undefined;
  return { ...(await verify(token, dpop)), requestId };
}

function toDpopRequest(request: IncomingMessage): DpopRequest {
  // Node.js joins repeated headers with a comma, so several proofs become one invalid proof.
  const proof = request.headers['dpop'] as string | undefined;
  const { originalUrl } = request as IncomingMessage & { originalUrl?: string };
  return { proof, method: request.method ?? '', path: originalUrl ?? request.url ?? '' };
}
