import type { Database } from '@loci/postgres';
import { isGrantOf, revokeGrantById } from '../grants/grant.repository.ts';
import { deleteGrantRecords } from '../oauth/oidc-record.repository.ts';

/**
 * Takes a grant back: refreshes are refused at once, access tokens as soon as the gateways have heard of it.
 * Repeatable; of somebody else's grant it changes nothing.
 */
export function revokeConnection(
  { database }: { database: Pick<Database, 'inSystemTransaction'> },
  { grantId, userId }: { grantId: string; userId: string },
): Promise<void> {
  return database.inSystemTransaction(async (tx) => {
    if (!(await isGrantOf(tx, grantId, userId))) return;
    await revokeGrantById(tx, grantId);
    await deleteGrantRecords(tx, grantId);
  });
}
