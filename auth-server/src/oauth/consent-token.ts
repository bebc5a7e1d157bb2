import type { Permission, Role, Tier } from '@loci/core';
import type { Database } from '@loci/postgres';
import { errors } from 'oidc-provider';
import { extendConsentGrant } from '../grants/grant.repository.ts';
import { permissionsOf } from '../users/user.ts';

/** What a role may do within the scopes that were granted. @see DECISIONS.md "Authentication" */
export function permissionsWithin(role: Role, scopes: ReadonlySet<string>): Permission[] {
  return permissionsOf(role).filter((permission) => scopes.has(permission === 'read' ? 'read' : 'write'));
}

export interface ConsentTokenDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  accessTokenSeconds: number;
  now(): Date;
}

/**
 * Our own claims of an access token from a person's grant. Role and tier are read anew each time, so a refresh
 * says what holds now.
 *
 * @throws the provider's InvalidGrant when the grant was revoked or its person left the tenant: without a tenant
 *   there is no token
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
  // A minute more than the token lives, as the provider reads the clock for itself.
  const accessExpiresAt = new Date(deps.now().getTime() + (deps.accessTokenSeconds + 60) * 1000);
  const holder = await deps.database.inSystemTransaction((tx) =>
    extendConsentGrant(tx, grantId, accessExpiresAt),
  );
  if (holder === null) throw new errors.InvalidGrant('the grant was revoked');
  const { tenantId, role, tier } = holder;
  const permissions = permissionsWithin(role, scopes);
  return { tenant_id: tenantId, tier, role, permissions, via: 'oauth', gid: grantId };
}
