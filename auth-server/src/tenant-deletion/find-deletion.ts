import { AppError } from '@loci/core';
import type { Database } from '@loci/postgres';
import { findListedTenant } from '../tenants/tenant.repository.ts';
import type { ListedTenant } from '../tenants/tenant.ts';
import type { DeletionTokens } from './deletion-token.ts';

/**
 * Finds the tenant of a deletion token. Returns null after the last deletion pass, which deletes the row of
 * the tenant.
 *
 * @throws RES_NOT_FOUND if the token is not valid
 */
export function findDeletion(
  { database, deletionTokens }: { database: Pick<Database, 'inTransaction'>; deletionTokens: DeletionTokens },
  token: string,
): Promise<ListedTenant | null> {
  const tenantId = deletionTokens.verify(token);
  if (tenantId === null) throw new AppError('RES_NOT_FOUND', 'No deletion of a tenant has this token.');
  return database.inTransaction(tenantId, (tx) => findListedTenant(tx, tenantId));
}
