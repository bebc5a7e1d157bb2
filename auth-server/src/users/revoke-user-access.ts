import type { Transaction } from '@loci/postgres';
import { revokeKeysOfUser } from '../api-keys/api-key.repository.ts';
import { revokeGrantsOfUser } from '../grants/grant.repository.ts';
import { deleteUserRecords } from '../oauth/oidc-record.repository.ts';

/**
 * Ends all access of a user in all tenants: browser sessions, applications, the portal and, unless `keepKeys` is set, API
 * keys. Refresh tokens and sessions are rejected immediately. Access tokens are rejected as soon as the gateways have
 * fetched the revocation. Idempotent.
 *
 * @see docs/reference/authentication.md#revocation-delay
 */
export async function revokeUserAccess(
  tx: Transaction,
  { userId, keepKeys, now }: { userId: string; keepKeys: boolean; now: Date },
): Promise<void> {
  // The keys are revoked before the grants, because the update locks them. A concurrent exchange therefore cannot insert
  // another grant.
  if (!keepKeys) await revokeKeysOfUser(tx, userId, now);
  await revokeGrantsOfUser(tx, userId, { keepKeyGrants: keepKeys });
  await deleteUserRecords(tx, userId);
}
