import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { isUuid } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import type { Provider } from 'oidc-provider';
import { describeBrowser } from '../connections/describe-browser.ts';
import { insertConsentGrant } from '../grants/grant.repository.ts';
import { RESOURCE_SCOPES } from '../oauth/resource-indicators.ts';
import { GRANT_SECONDS } from '../oauth/oauth-provider.ts';
import { findMember } from '../users/user.repository.ts';

/** The consent of a user to an application. */
export interface Consent {
  userId: string;
  tenantId: string;
  clientId: string;
  scopes: readonly string[];
  /** Resource indicators of the request. */
  resources: readonly string[];
  /** Header `User-Agent` of the browser of the user. */
  userAgent: string | undefined;
}

/**
 * Stores a consent as a grant of the OAuth provider, and in the table `grants`, which records its tenant and
 * revocation. Each consent is a separate grant, so that disconnecting one application does not affect others.
 *
 * @returns the id of the grant, or null if the user is not a member of the tenant
 */
export async function grantConsent(
  { database, now }: { database: Pick<Database, 'inTransaction'>; now(): Date },
  provider: Provider,
  consent: Consent,
): Promise<string | null> {
  const { userId, tenantId, clientId, scopes, resources } = consent;
  if (!isUuid(tenantId)) return null;
  const member = await database.inTransaction(tenantId, (tx) => findMember(tx, tenantId, userId));
  if (member === null) return null;
  const grant = new provider.Grant({ accountId: userId, clientId });
  grant.addOIDCScope(scopes.join(' '));
  const resourceScopes = RESOURCE_SCOPES.filter((scope) => scopes.includes(scope));
  for (const resource of resources) grant.addResourceScope(resource, resourceScopes.join(' '));
  const grantId = await grant.save();
  const createdAt = now();
  // Other applications do not run in the browser in which the user connects them.
  const browser = describeBrowser(clientId === PORTAL_CLIENT_ID ? consent.userAgent : undefined);
  await database.inTransaction(tenantId, async (tx) => {
    const expiresAt = new Date(createdAt.getTime() + GRANT_SECONDS * 1000);
    const grant = { tenantId, grantId, userId, clientId, createdAt, accessExpiresAt: createdAt, expiresAt };
    await insertConsentGrant(tx, { ...grant, keyId: null }, browser);
    await recordAudit(tx, { tenantId, action: 'create', objectType: 'connection', objectIds: [grantId] });
  });
  return grantId;
}
