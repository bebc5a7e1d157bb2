import { notFound } from '@loci/core';
import type { Database } from '@loci/postgres';
import { auditUserInAllTenants } from './audit-user.ts';
import { revokeUserAccess } from './revoke-user-access.ts';
import { findUserById } from './user.repository.ts';

/**
 * Ends all access of a user in all tenants. The password stays valid. Idempotent.
 *
 * @throws RES_NOT_FOUND for an unknown user, and for a service user
 */
export function revokeAccessOfUser(
  { database, now }: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  { userId, keepKeys }: { userId: string; keepKeys: boolean },
): Promise<void> {
  return database.inSystemTransaction(async (tx) => {
    if ((await findUserById(tx, userId)) === null) throw notFound('user', userId);
    await revokeUserAccess(tx, { userId, tenantId: null, keepKeys, now: now() });
    await auditUserInAllTenants(tx, userId);
  });
}
