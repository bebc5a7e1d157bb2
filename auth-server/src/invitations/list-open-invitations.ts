import type { CursorPage } from '@loci/http';
import type { Database } from '@loci/postgres';
import type { ListPage } from '../lists/read-list-page.ts';
import { listInvitations } from './invitation.repository.ts';
import type { Invitation } from './invitation.ts';

/**
 * Lists the open invitations of one tenant, or of all tenants if `tenantId` is null, oldest first.
 *
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export function listOpenInvitations(
  { database, now }: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  tenantId: string | null,
  page: CursorPage,
): Promise<ListPage<Invitation>> {
  return database.inSystemTransaction((tx) => listInvitations(tx, tenantId, now(), page));
}
