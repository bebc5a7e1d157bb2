import type { Transaction } from '@loci/postgres';
import { CONTRADICTION_COLUMNS, toContradiction, toRow } from '../contradictions/contradiction.repository.ts';
import type { ContradictionRow } from '../contradictions/contradiction.repository.ts';
import type { Contradiction } from '../contradictions/contradiction.ts';

/** Contradictions of a tenant with the users who originally reported and resolved them. */
export interface ContradictionStateRepository {
  /** Returns contradictions in ascending order of IDs. */
  list(
    tx: Transaction,
    tenantId: string,
    options: { limit: number; offset: number; after: string | undefined },
  ): Promise<Contradiction[]>;
  /** Returns the ids that belong to contradictions of the tenant. */
  findExisting(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Set<string>>;
  /**
   * Inserts contradictions. Skips those that conflict with an existing one. Both memories must be locked.
   *
   * @param userId user of the tenant who becomes the author. The original users are kept for exports.
   * @returns the ids of the inserted contradictions
   */
  insert(
    tx: Transaction,
    tenantId: string,
    userId: string,
    contradictions: readonly Contradiction[],
  ): Promise<Set<string>>;
}

const COLUMNS = CONTRADICTION_COLUMNS.join(', ');
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export const contradictionStateRepository: ContradictionStateRepository = {
  list: async (tx, tenantId, { limit, offset, after = BEFORE_ALL }) => {
    const rows = await tx.query<ContradictionRow & { reporter: string; resolver: string | null }>(
      `SELECT ${COLUMNS}, coalesce(origin ->> 'detected_by', detected_by) AS reporter,
         coalesce(origin ->> 'resolved_by', resolved_by) AS resolver
       FROM contradictions WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3 OFFSET $4`,
      [tenantId, after, limit, offset],
    );
    return rows.map((row) => ({
      ...toContradiction(row),
      detectedBy: row.reporter,
      resolvedBy: row.resolver,
    }));
  },

  findExisting: async (tx, tenantId, ids) => {
    const rows = await tx.query<{ id: string }>(
      'SELECT id FROM contradictions WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  },

  insert: async (tx, tenantId, userId, contradictions) => {
    const json = JSON.stringify(
      contradictions.map((contradiction) => ({
        ...toRow(contradiction),
        tenant_id: tenantId,
        detected_by: userId,
        resolved_by: contradiction.resolvedBy === null ? null : userId,
        origin: { detected_by: contradiction.detectedBy, resolved_by: contradiction.resolvedBy },
      })),
    );
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO contradictions (${COLUMNS}, origin)
       SELECT ${COLUMNS}, origin FROM json_populate_recordset(NULL::contradictions, $1)
       -- Concurrent requests insert in the same order, so that they cannot deadlock.
       ORDER BY least(source_memory_id, target_memory_id), greatest(source_memory_id, target_memory_id), id
       ON CONFLICT DO NOTHING RETURNING id`,
      [json],
      'contradiction-states-insert',
    );
    return new Set(rows.map(({ id }) => id));
  },
};
