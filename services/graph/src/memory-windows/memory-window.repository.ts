import type { Transaction } from '@loci/postgres';
import type { IdPage } from '@loci/reconciliation';
import type { NodeWindow } from '../graph-store/graph-store.ts';

/** Windows of memories, from the events of the memory service. */
export interface MemoryWindowRepository {
  /**
   * Stores the windows of memories, except windows that are not newer than the stored ones, windows of deleted memories,
   * and windows without bounds of memories that never had one.
   *
   * @param windows each memory at most once
   * @returns the number of stored windows
   */
  record(tx: Transaction, tenantId: string, windows: readonly NodeWindow[]): Promise<number>;
  /** Returns the windows of those memories that have or had one. */
  find(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<NodeWindow[]>;
  /** Lists windows in ascending order of ids. */
  list(tx: Transaction, tenantId: string, page: IdPage): Promise<NodeWindow[]>;
  remove(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void>;
}

interface WindowRow {
  id: string;
  revision: string;
  valid_from: Date | null;
  valid_until: Date | null;
  expires_at: Date | null;
}

const COLUMNS = 'id, revision, valid_from, valid_until, expires_at';
/** The nil UUID, which no memory has. */
const MIN_UUID = '00000000-0000-0000-0000-000000000000';

const toWindow = (row: WindowRow): NodeWindow => ({
  id: row.id,
  revision: Number(row.revision),
  ...(row.valid_from && { validFromMs: row.valid_from.getTime() }),
  ...(row.valid_until && { validUntilMs: row.valid_until.getTime() }),
  ...(row.expires_at && { expiresAtMs: row.expires_at.getTime() }),
});

const toDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

export const memoryWindowRepository: MemoryWindowRepository = {
  record: async (tx, tenantId, windows) => {
    if (windows.length === 0) return 0;
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO memory_windows AS stored (tenant_id, ${COLUMNS})
       SELECT $1, ${COLUMNS}
       FROM unnest($2::uuid[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[]) new(${COLUMNS})
       WHERE (coalesce(valid_from, valid_until, expires_at) IS NOT NULL
           OR EXISTS (SELECT FROM memory_windows w WHERE w.tenant_id = $1 AND w.id = new.id))
         AND NOT EXISTS (SELECT FROM known_memories k WHERE k.tenant_id = $1 AND k.id = new.id AND k.deleted)
       ORDER BY id
       ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, valid_from = excluded.valid_from,
         valid_until = excluded.valid_until, expires_at = excluded.expires_at
       WHERE stored.revision < excluded.revision
       RETURNING id`,
      [
        tenantId,
        windows.map(({ id }) => id),
        windows.map(({ revision }) => revision),
        windows.map(({ validFromMs }) => toDate(validFromMs)),
        windows.map(({ validUntilMs }) => toDate(validUntilMs)),
        windows.map(({ expiresAtMs }) => toDate(expiresAtMs)),
      ],
      'memory-windows-record',
    );
    return rows.length;
  },

  find: async (tx, tenantId, ids) => {
    const rows = await tx.query<WindowRow>(
      `SELECT ${COLUMNS} FROM memory_windows WHERE tenant_id = $1 AND id = ANY($2)`,
      [tenantId, ids],
      'memory-windows-find',
    );
    return rows.map(toWindow);
  },

  list: async (tx, tenantId, { afterId, limit }) => {
    const rows = await tx.query<WindowRow>(
      `SELECT ${COLUMNS} FROM memory_windows WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [tenantId, afterId ?? MIN_UUID, limit],
      'memory-windows-list',
    );
    return rows.map(toWindow);
  },

  remove: async (tx, tenantId, ids) => {
    await tx.query(
      'DELETE FROM memory_windows WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, ids],
      'memory-windows-remove',
    );
  },
};

/**
 * SQL condition for a relationship of a memory that has expired. Such a relationship is removed with the memory.
 *
 * @param relationship name of the row
 */
export const hasExpiredMemory = (relationship: string): string =>
  `EXISTS (SELECT FROM memory_windows w WHERE w.tenant_id = ${relationship}.tenant_id
     AND w.id IN (${relationship}.from_id, ${relationship}.to_id) AND w.expires_at <= now())`;

/** Returns true if a memory of a relationship has expired. */
export async function isOfExpiredMemory(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT r.id FROM relationships r WHERE r.tenant_id = $1 AND r.id = $2 AND ${hasExpiredMemory('r')}`,
    [tenantId, id],
    'memory-windows-of-relationship',
  );
  return rows.length > 0;
}
