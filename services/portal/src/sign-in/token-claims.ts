import type { Role } from '@loci/core';
import type { Session } from '../sessions/session.ts';

/** Claims of the access token of a session that pages use. */
export interface TokenClaims {
  userId: string;
  role: Role;
  /** Grant of the session. */
  grantId: string;
}

/**
 * Reads the access token of a session. The token comes from the authorization server, so its signature is not checked.
 * Pages use the claims only to choose what to show: the services check every permission.
 */
export function tokenClaims({ accessToken }: Pick<Session, 'accessToken'>): TokenClaims {
  const [, payload = ''] = accessToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
    sub: string;
    role: Role;
    gid: string;
  };
  return { userId: claims.sub, role: claims.role, grantId: claims.gid };
}
