import { recordAudit } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { listMemberships } from './user.repository.ts';

/** Inserts an audit entry on a change of a user in every tenant of the user. */
export async function auditUserInAllTenants(tx: Transaction, userId: string): Promise<void> {
  const memberships = await listMemberships(tx, userId);
  await Promise.all(
    memberships.map(({ tenantId }) =>
      recordAudit(tx, { tenantId, action: 'update', objectType: 'member', objectIds: [userId] }),
    ),
  );
}
