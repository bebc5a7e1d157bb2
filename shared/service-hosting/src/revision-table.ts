import type { PrunedRevisions } from './prune-revisions-job.ts';

/** Counter of the bytes of a tenant's revisions, in the table `counters` of the service. */
export const REVISION_BYTES_COUNTER = 'revision-bytes';

/** A table with the replaced states of one type of object. */
export interface RevisionTable {
  /** Has the columns `tenant_id`, `id`, `revision`, `recorded_until` and `ended_by_deletion`. */
  name: string;
  /** SQL expression for the bytes of a row that count toward the maximum of a tenant. */
  bytes: string;
}

/**
 * Returns the CTE `deleted` of a statement that deletes revisions and changes the counter of their bytes. Its columns are
 * `tenant_id`, `id`, `recorded_until` and `bytes`.
 *
 * @param condition SQL condition of the deleted rows
 */
export const deleteRevisions = ({ name, bytes }: RevisionTable, condition: string): string =>
  `WITH deleted AS (
     DELETE FROM ${name} WHERE ${condition} RETURNING tenant_id, id, recorded_until, ${bytes} AS bytes),
   counted AS (
     INSERT INTO counter_changes (tenant_id, counter, change)
     SELECT tenant_id, '${REVISION_BYTES_COUNTER}', -sum(bytes) FROM deleted GROUP BY tenant_id)`;

/** Deletes from a table what the job prunes. The pruned times are before the start of the tenant's known history. */
export function createPrunedRevisions(table: RevisionTable): PrunedRevisions {
  const ofDeletedObjects = `(tenant_id, id) IN (
    SELECT tenant_id, id FROM ${table.name} WHERE ended_by_deletion AND recorded_until < $1
    ORDER BY recorded_until LIMIT $2)`;
  const oldest = `tenant_id = $1 AND (id, revision) IN (
    SELECT id, revision FROM (
      SELECT id, revision, bytes, sum(bytes) OVER (ORDER BY recorded_until, id, revision) AS total
      FROM (
        SELECT id, revision, recorded_until, ${table.bytes} AS bytes FROM ${table.name} WHERE tenant_id = $1
        ORDER BY recorded_until, id, revision LIMIT $3
      ) oldest
    ) summed WHERE total - bytes < $2)`;
  return {
    eraseDeleted: async (tx, { deletedBefore, limit }) => {
      const rows = await tx.query<{ deleted: number }>(
        `${deleteRevisions(table, ofDeletedObjects)} SELECT count(*)::int AS deleted FROM deleted`,
        [deletedBefore, limit],
      );
      return rows[0]!.deleted;
    },
    prune: async (tx, tenantId, { bytes, limit }) => {
      const rows = await tx.query<{ bytes: string }>(
        `${deleteRevisions(table, oldest)},
         moved AS (
           INSERT INTO history_horizons (tenant_id, since)
           SELECT $1, max(recorded_until) FROM deleted HAVING count(*) > 0
           ON CONFLICT (tenant_id) DO UPDATE SET since = greatest(history_horizons.since, excluded.since))
         SELECT coalesce(sum(bytes), 0) AS bytes FROM deleted`,
        [tenantId, bytes, limit],
      );
      return Number(rows[0]!.bytes);
    },
  };
}
