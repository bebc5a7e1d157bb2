import { AppError, notFound } from '@loci/core';
import type { Database } from '@loci/postgres';
import { findListedTenant } from '../tenants/tenant.repository.ts';
import type { ListedTenant } from '../tenants/tenant.ts';
import { findDeletionRecord } from './deletion-record.repository.ts';
import type { DeletionRecord } from './deletion-record.ts';
import type { DeletionTokens } from './deletion-token.ts';

export interface FoundDeletion {
  tenantId: string;
  /** Null after the last deletion pass, which deletes the row of the tenant. */
  tenant: ListedTenant | null;
  /** Null for a tenant that is not deleted, or whose deletion ended before Loci recorded deletions. */
  record: DeletionRecord | null;
}

interface FindDeletionDeps {
  database: Pick<Database, 'inTransaction'>;
}

/**
 * Finds the deletion of the tenant of a deletion token.
 *
 * @throws RES_NOT_FOUND if the token is not valid
 */
export function findDeletionByToken(
  { database, deletionTokens }: FindDeletionDeps & { deletionTokens: DeletionTokens },
  token: string,
): Promise<FoundDeletion> {
  const tenantId = deletionTokens.verify(token);
  if (tenantId === null) throw new AppError('RES_NOT_FOUND', 'No deletion of a tenant has this token.');
  return readDeletion({ database }, tenantId);
}

/** @throws RES_NOT_FOUND if the tenant does not exist or is not deleted */
export async function findDeletion(deps: FindDeletionDeps, tenantId: string): Promise<FoundDeletion> {
  const found = await readDeletion(deps, tenantId);
  if (found.record === null && (found.tenant === null || found.tenant.deletion === null))
    throw notFound('deletion of a tenant', tenantId);
  return found;
}

const readDeletion = ({ database }: FindDeletionDeps, tenantId: string): Promise<FoundDeletion> =>
  database.inTransaction(tenantId, async (tx) => ({
    tenantId,
    tenant: await findListedTenant(tx, tenantId),
    record: await findDeletionRecord(tx, tenantId),
  }));
