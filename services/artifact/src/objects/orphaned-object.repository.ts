import type { Transaction } from '@loci/postgres';

export interface OrphanedObject {
  tenantId: string;
  objectKey: string;
}

/** Records of objects without an artifact. The artifact of such an object is being saved, or was deleted. */
export interface OrphanedObjectRepository {
  /** Records an object. The job `delete-orphaned-objects` deletes it from `removableAt` on. */
  add(tx: Transaction, object: OrphanedObject, removableAt: Date): Promise<void>;
  /**
   * Deletes the record of an object. Waits for a concurrent claim of the same object, by a save or by the job.
   *
   * @returns false if the object is not recorded
   */
  claim(tx: Transaction, object: OrphanedObject): Promise<boolean>;
  /**
   * Locks and returns the objects whose `removableAt` has passed, oldest first. Skips locked records. Requires a system
   * transaction.
   */
  lockDue(tx: Transaction, now: Date, limit: number): Promise<OrphanedObject[]>;
}

export const orphanedObjectRepository: OrphanedObjectRepository = {
  add: async (tx, { tenantId, objectKey }, removableAt) => {
    await tx.query(
      'INSERT INTO orphaned_objects (tenant_id, object_key, removable_at) VALUES ($1, $2, $3)',
      [tenantId, objectKey, removableAt],
      'orphaned-object-add',
    );
  },

  claim: async (tx, { tenantId, objectKey }) => {
    const rows = await tx.query(
      'DELETE FROM orphaned_objects WHERE tenant_id = $1 AND object_key = $2 RETURNING 1',
      [tenantId, objectKey],
      'orphaned-object-claim',
    );
    return rows.length === 1;
  },

  lockDue: async (tx, now, limit) => {
    const rows = await tx.query<{ tenant_id: string; object_key: string }>(
      `SELECT tenant_id, object_key FROM orphaned_objects WHERE removable_at <= $1
       ORDER BY removable_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [now, limit],
    );
    return rows.map((row) => ({ tenantId: row.tenant_id, objectKey: row.object_key }));
  },
};
