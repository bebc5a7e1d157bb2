import { notFound } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { deleteInvitation } from './invitation.repository.ts';
import type { Invitation } from './invitation.ts';

/**
 * Withdraws an open invitation of one tenant, or of any tenant if `tenantId` is null. Its link stops working immediately.
 *
 * @throws RES_NOT_FOUND if the invitation is unknown, accepted, expired or withdrawn
 */
export async function withdrawInvitation(
  { database, now }: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  target: { invitationId: string; tenantId: string | null },
): Promise<Invitation> {
  const withdrawn = await database.inSystemTransaction(async (tx) => {
    const invitation = await deleteInvitation(tx, target, now());
    if (invitation !== null) {
      const { tenantId, invitationId } = invitation;
      await recordAudit(tx, {
        tenantId,
        action: 'delete',
        objectType: 'invitation',
        objectIds: [invitationId],
      });
    }
    return invitation;
  });
  if (withdrawn === null) throw notFound('invitation', target.invitationId);
  return withdrawn;
}
