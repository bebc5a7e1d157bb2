import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { findConsentOf, revokeGrantById } from '../grants/grant.repository.ts';
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
    const consent = await findConsentOf(tx, grantId, userId);
    if (consent === null) return;
    await revokeGrantById(tx, grantId);
    await deleteGrantRecords(tx, [grantId]);
    if (consent.isRevoked) return;
    const { tenantId } = consent;
    await recordAudit(tx, { tenantId, action: 'delete', objectType: 'connection', objectIds: [grantId] });
  });
}
