import type { Transaction } from '@loci/postgres';
import { REVISION_BYTES_COUNTER } from '@loci/service-hosting';
import type { PrunedRevisions } from '@loci/service-hosting';
import { STATE_COLUMNS, toRelationship } from '../relationships/relationship.row.ts';
import type { RelationshipRow } from '../relationships/relationship.row.ts';
import type { Relationship } from '../relationships/relationship.ts';
import { REVISION_BYTES } from './revision.sql.ts';

/** A state of a relationship and the period in which it was the current state. */
export interface Revision {
  /** The period starts at `updatedAt`. */
  relationship: Relationship;
  /** User who stored the state, or `system`. */
  recordedBy: string;
  /** End of the period. Null for the current state. */
  recordedUntil: Date | null;
}

/** Replaced states of relationships. The methods of `RelationshipRepository` that change relationships store them. */
export interface RevisionRepository extends PrunedRevisions {
  /**
   * Returns the states of a relationship, newest first, including the current one. Returns no states of a deleted
   * relationship.
   *
   * @param options.before revision after which the list continues
   */
  list(
    tx: Transaction,
    tenantId: string,
    id: string,
    options: { limit: number; offset: number; before: number | undefined },
  ): Promise<Revision[]>;
  /** Deletes up to `limit` replaced states of relationships of the given memories. Returns their number. */
  eraseOfMemories(
    tx: Transaction,
    tenantId: string,
    memoryIds: readonly string[],
    limit: number,
  ): Promise<number>;
}

interface RevisionRow extends RelationshipRow {
  recorded_by: string;
  recorded_until: Date | null;
}

/** Returns a statement that deletes revisions and changes the counter of their bytes, up to its final SELECT. */
const deleteRevisions = (condition: string): string =>
  `WITH deleted AS (
     DELETE FROM relationship_revisions WHERE ${condition} RETURNING tenant_id, recorded_until, ${REVISION_BYTES} AS bytes),
   counted AS (
     INSERT INTO counter_changes (tenant_id, counter, change)
     SELECT tenant_id, '${REVISION_BYTES_COUNTER}', -sum(bytes) FROM deleted GROUP BY tenant_id)`;
const COUNT_DELETED = 'SELECT count(*)::int AS deleted FROM deleted';

export const revisionRepository: RevisionRepository = {
  list: async (tx, tenantId, id, { limit, offset, before }) => {
    const rows = await tx.query<RevisionRow>(
      `SELECT * FROM (
         SELECT ${STATE_COLUMNS}, coalesce(recorded_by, created_by) AS recorded_by, NULL::timestamptz AS recorded_until
         FROM relationships WHERE tenant_id = $1 AND id = $2
         UNION ALL
         SELECT ${STATE_COLUMNS}, recorded_by, recorded_until
         FROM relationship_revisions WHERE tenant_id = $1 AND id = $2
           AND EXISTS (SELECT FROM relationships WHERE tenant_id = $1 AND id = $2)
       ) revisions WHERE $3::bigint IS NULL OR revision < $3
       ORDER BY revision DESC LIMIT $4 OFFSET $5`,
      [tenantId, id, before ?? null, limit, offset],
    );
    return rows.map((row) => ({
      relationship: toRelationship(row),
      recordedBy: row.recorded_by,
      recordedUntil: row.recorded_until,
    }));
  },

  eraseOfMemories: async (tx, tenantId, memoryIds, limit) => {
    const rows = await tx.query<{ deleted: number }>(
      `${deleteRevisions(`tenant_id = $1 AND (id, revision) IN (
         (SELECT id, revision FROM relationship_revisions WHERE tenant_id = $1 AND from_id = ANY($2) LIMIT $3)
         UNION (SELECT id, revision FROM relationship_revisions WHERE tenant_id = $1 AND to_id = ANY($2) LIMIT $3)
         LIMIT $3)`)} ${COUNT_DELETED}`,
      [tenantId, memoryIds, limit],
    );
    return rows[0]!.deleted;
  },

  eraseDeleted: async (tx, { deletedBefore, limit }) => {
    const rows = await tx.query<{ deleted: number }>(
      `${deleteRevisions(`(tenant_id, id) IN (
         SELECT tenant_id, id FROM relationship_revisions WHERE ended_by_deletion AND recorded_until < $1
         ORDER BY recorded_until LIMIT $2)`)} ${COUNT_DELETED}`,
      [deletedBefore, limit],
    );
    return rows[0]!.deleted;
  },

  prune: async (tx, tenantId, { bytes, limit }) => {
    const rows = await tx.query<{ bytes: string }>(
      `${deleteRevisions(`tenant_id = $1 AND (id, revision) IN (
         SELECT id, revision FROM (
           SELECT id, revision, bytes, sum(bytes) OVER (ORDER BY recorded_until, id, revision) AS total
           FROM (
             SELECT id, revision, recorded_until, ${REVISION_BYTES} AS bytes FROM relationship_revisions
             WHERE tenant_id = $1 ORDER BY recorded_until, id, revision LIMIT $3
           ) oldest
         ) summed WHERE total - bytes < $2)`)},
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
