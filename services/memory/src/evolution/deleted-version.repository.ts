import type { DeletedVersion } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';

/** Tombstones of deleted versions that another memory had replaced. `MemoryRepository.remove` stores them. */
export interface DeletedVersionRepository {
  /** Returns the deleted versions among `ids`. */
  find(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<DeletedVersion[]>;
  /**
   * Deletes up to `limit` tombstones of any tenants, recorded before `recordedBefore`. Returns their number.
   */
  deleteTombstones(tx: Transaction, query: { recordedBefore: Date; limit: number }): Promise<number>;
}

export const deletedVersionRepository: DeletedVersionRepository = {
  find: (tx, tenantId, ids) =>
    tx.query<DeletedVersion>(
      'SELECT id, superseded_by FROM deleted_versions WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, ids],
      'deleted-versions-find',
    ),

  deleteTombstones: async (tx, { recordedBefore, limit }) => {
    const rows = await tx.query<{ deleted: number }>(
      `WITH deleted AS (
         DELETE FROM deleted_versions WHERE (tenant_id, id) IN (
           SELECT tenant_id, id FROM deleted_versions WHERE deleted_at < $1
           ORDER BY deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING 1)
       SELECT count(*)::int AS deleted FROM deleted`,
      [recordedBefore, limit],
    );
    return rows[0]!.deleted;
  },
};
