import type { Caller } from '@loci/core';
import type { Database } from '@loci/postgres';
import { requirePortal } from '../account/require-portal.ts';
import { listMembersByIds } from './user.repository.ts';

/** How the portal names a user. */
export interface UserName {
  userId: string;
  /** `service` for the service user of the tenant, which owns API keys that an operator created. */
  kind: 'member' | 'service';
  /** Null for the service user, and for other users if the caller is not an owner. */
  email: string | null;
}

/**
 * Returns the names of users, in no particular order. Omits IDs of other tenants, of former members and of unknown users, so
 * that a caller cannot distinguish them. Only owners see the email addresses of other users, as in the list of members.
 *
 * @throws AUTH_FORBIDDEN if the caller is not the portal
 */
export async function listUserNames(
  { database }: { database: Pick<Database, 'inTransaction'> },
  caller: Caller,
  userIds: readonly string[],
): Promise<UserName[]> {
  requirePortal(caller);
  const { tenantId } = caller;
  const members = await database.inTransaction(tenantId, (tx) => listMembersByIds(tx, tenantId, userIds));
  return members.map(({ userId, email, isService }) => ({
    userId,
    kind: isService ? 'service' : 'member',
    email: caller.role === 'owner' || userId === caller.userId ? email : null,
  }));
}
