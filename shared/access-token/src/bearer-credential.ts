import { AppError } from '@loci/core';

/**
 * The credential of an `Authorization: Bearer` header. RFC 6750 section 2.1; the scheme's case is free.
 * @throws AUTH_UNAUTHORIZED when there is no header, another scheme or nothing behind it
 */
export function bearerCredential(authorization: string | undefined): string {
  const credential = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (credential !== undefined) return credential;
  throw new AppError('AUTH_UNAUTHORIZED', 'Send a credential: Authorization: Bearer <ACCESS_TOKEN>.');
}
