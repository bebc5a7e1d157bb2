import type { Page } from '@loci/http';
import type { Database } from '@loci/postgres';
import { listInvitations } from './invitation.repository.ts';
import type { Invitation } from './invitation.ts';

/** Lists the open invitations of one tenant, or of all tenants if `tenantId` is null, oldest first. */
export function listOpenInvitations(
  { database, now }: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  tenantId: string | null,
  page: Page,
): Promise<{ invitations: Invitation[]; total: number }> {
  return database.inSystemTransaction((tx) => listInvitations(tx, tenantId, now(), page));
}
