import type { IncomingMessage } from 'node:http';
import type { DpopRequest } from '@loci/access-token';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';

/**
 * Who a token speaks for, or an AppError with AUTH_TOKEN_EXPIRED or AUTH_TOKEN_INVALID.
 * @param possession what came with the scheme DPoP; undefined for Bearer
 */
export type VerifyToken = (token: string, possession?: DpopRequest) => Promise<Omit<Caller, 'requestId'>>;

const CREDENTIAL = /^(Bearer|DPoP) +([A-Za-z0-9._~+/=-]+) *$/i;

/**
 * The caller behind a request's access token; the tenant comes from the token alone.
 * @throws AUTH_UNAUTHORIZED without a usable header; what `verify` throws for a bad token
 */
export async function authenticate(
  request: IncomingMessage,
  requestId: string,
  verify: VerifyToken,
): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw new AppError('AUTH_UNAUTHORIZED', 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.');
  }
  const [, scheme, token] = CREDENTIAL.exec(header) ?? [];
  if (scheme === undefined || token === undefined) {
    throw new AppError(
      'AUTH_UNAUTHORIZED',
      'The Authorization header is not of the form: Bearer <ACCESS_TOKEN>.',
    );
  }
  const possession = scheme.toLowerCase() === 'dpop' ? possessionOf(request) : undefined;
  return { ...(await verify(token, possession)), requestId };
}

function possessionOf(request: IncomingMessage): DpopRequest {
  // Node joins repeated headers by a comma, and what is joined is no proof.
  const proof = request.headers['dpop'] as string | undefined;
  const { originalUrl } = request as IncomingMessage & { originalUrl?: string };
  return { proof, method: request.method ?? '', path: originalUrl ?? request.url ?? '' };
}
