import { AppError } from '@loci/core';

/**
 * Returns the credential of an `Authorization: Bearer` header (RFC 6750 section 2.1). The scheme is case-insensitive.
 *
 * @throws AUTH_UNAUTHORIZED if the header is missing, has another scheme, or has no credential
 */
export function bearerCredential(authorization: string | undefined): string {
  const credential = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (credential !== undefined) return credential;
  throw new AppError(
    'AUTH_UNAUTHORIZED',
    'The Bearer credential is missing. Send the header `Authorization: Bearer <CREDENTIAL>`.',
  );
}
