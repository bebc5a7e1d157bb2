import type { Permission, Role, Tier } from '@loci/core';
import type { Database } from '@loci/postgres';
import { errors } from 'oidc-provider';
import { extendConsentGrant } from '../grants/grant.repository.ts';
import { permissionsOf } from '../users/user.ts';

/**
 * Returns the permissions of a role within the granted scopes.
 *
 * @see docs/reference/authentication.md#scopes-and-permissions
 */
export function permissionsWithin(role: Role, scopes: ReadonlySet<string>): Permission[] {
  return permissionsOf(role).filter((permission) => scopes.has(permission === 'read' ? 'read' : 'write'));
}

export interface ConsentTokenDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  accessTokenSeconds: number;
  now(): Date;
}

/**
 * Returns the custom claims of an access token that is issued from a consent, and extends the grant accordingly. Role and
 * tier are read from the database every time, so a refreshed token has the current values.
 *
 * @throws InvalidGrant of the provider if the grant was revoked, or if the user is no longer a member of the tenant
 * @see docs/reference/authentication.md#access-tokens
 */
export async function consentTokenClaims(
  deps: ConsentTokenDeps,
  grantId: string,
  scopes: ReadonlySet<string>,
): Promise<{
  tenant_id: string;
  tier: Tier;
  role: Role;
  permissions: Permission[];
  via: 'oauth';
  gid: string;
}> {
  // The provider reads the clock again when it signs the token. The extra minute covers the difference.
  const now = deps.now();
  const accessExpiresAt = new Date(now.getTime() + (deps.accessTokenSeconds + 60) * 1000);
  const membership = await deps.database.inSystemTransaction((tx) =>
    extendConsentGrant(tx, grantId, { now, accessExpiresAt }),
  );
  if (membership === null) {
    throw new errors.InvalidGrant('the grant was revoked, or the user is no longer a member of the tenant');
  }
  const { tenantId, role, tier } = membership;
  const permissions = permissionsWithin(role, scopes);
  return { tenant_id: tenantId, tier, role, permissions, via: 'oauth', gid: grantId };
}
