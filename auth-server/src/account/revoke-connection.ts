import type { Database } from '@loci/postgres';
import { isConsentOf, revokeGrantById } from '../grants/grant.repository.ts';
import { deleteGrantRecords } from '../oauth/oidc-record.repository.ts';

/**
 * Revokes a consent of a user. Refresh tokens are rejected immediately. Access tokens are rejected as soon as
 * the gateways have fetched the revocation. Idempotent. Does nothing for a grant of another user.
 */
export function revokeConnection(
  { database }: { database: Pick<Database, 'inSystemTransaction'> },
  { grantId, userId }: { grantId: string; userId: string },
): Promise<void> {
  return database.inSystemTransaction(async (tx) => {
    if (!(await isConsentOf(tx, grantId, userId))) return;
    await revokeGrantById(tx, grantId);
    await deleteGrantRecords(tx, [grantId]);
  });
}
