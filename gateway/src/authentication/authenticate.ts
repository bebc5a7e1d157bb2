import type { IncomingMessage } from 'node:http';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';

/** Who a token speaks for, or an AppError with AUTH_TOKEN_EXPIRED or AUTH_TOKEN_INVALID. */
export type VerifyToken = (token: string) => Promise<Omit<Caller, 'requestId'>>;

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

/**
 * The caller behind a request's bearer token; the tenant comes from the token alone.
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
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) {
    throw new AppError(
      'AUTH_UNAUTHORIZED',
      'The Authorization header is not of the form: Bearer <ACCESS_TOKEN>.',
    );
  }
  return { ...(await verify(token)), requestId };
}
