import type { Transaction } from '@loci/postgres';
import { revokeKeysOfUser } from '../api-keys/api-key.repository.ts';
import { revokeGrantsOfUser } from '../grants/grant.repository.ts';
import { deleteGrantRecords, deleteUserRecords } from '../oauth/oidc-record.repository.ts';

export interface RevokeUserAccessInput {
  userId: string;
  /** Tenant to which the access ends. Null ends the access to all tenants, and all browser sessions. */
  tenantId: string | null;
  keepKeys: boolean;
  now: Date;
}

/**
 * Ends the access of a user through applications, the portal and, unless `keepKeys` is set, API keys. Refresh
 * tokens and sessions are rejected immediately. Access tokens are rejected as soon as the gateways have
 * fetched the revocation. Idempotent.
 *
 * @see docs/reference/authentication.md#revocation-delay
 */
export async function revokeUserAccess(
  tx: Transaction,
  { userId, tenantId, keepKeys, now }: RevokeUserAccessInput,
): Promise<void> {
  const scope = { userId, tenantId };
  // The keys are revoked before the grants, because the update locks the keys. A concurrent exchange
  // therefore cannot insert another grant.
  if (!keepKeys) await revokeKeysOfUser(tx, scope, now);
  const grantIds = await revokeGrantsOfUser(tx, scope, { keepKeyGrants: keepKeys });
  if (tenantId === null) await deleteUserRecords(tx, userId);
  else await deleteGrantRecords(tx, grantIds);
}
