import type { Transaction } from '@loci/postgres';
import { createPrunedRevisions, deleteRevisions } from '@loci/service-hosting';
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

const REVISIONS = { name: 'relationship_revisions', bytes: REVISION_BYTES };

export const revisionRepository: RevisionRepository = {
  ...createPrunedRevisions(REVISIONS),

  list: async (tx, tenantId, id, { limit, offset, before }) => {
    const keyset = before === undefined ? '' : 'AND revision < $5';
    // The replaced states are limited, so that PostgreSQL reads only the page from the primary key.
    const rows = await tx.query<RevisionRow>(
      `SELECT ${STATE_COLUMNS}, coalesce(recorded_by, created_by) AS recorded_by, NULL::timestamptz AS recorded_until
       FROM relationships WHERE tenant_id = $1 AND id = $2 ${keyset}
       UNION ALL
       (SELECT ${STATE_COLUMNS}, recorded_by, recorded_until
        FROM relationship_revisions WHERE tenant_id = $1 AND id = $2 ${keyset}
          AND EXISTS (SELECT FROM relationships WHERE tenant_id = $1 AND id = $2)
        ORDER BY revision DESC LIMIT $3::bigint + $4)
       ORDER BY revision DESC LIMIT $3 OFFSET $4`,
      [tenantId, id, limit, offset, ...(before === undefined ? [] : [before])],
    );
    return rows.map((row) => ({
      relationship: toRelationship(row),
      recordedBy: row.recorded_by,
      recordedUntil: row.recorded_until,
    }));
  },

  eraseOfMemories: async (tx, tenantId, memoryIds, limit) => {
    const rows = await tx.query<{ deleted: number }>(
      `${deleteRevisions(
        REVISIONS,
        `tenant_id = $1 AND (id, revision) IN (
         (SELECT id, revision FROM relationship_revisions WHERE tenant_id = $1 AND from_id = ANY($2) LIMIT $3)
         UNION (SELECT id, revision FROM relationship_revisions WHERE tenant_id = $1 AND to_id = ANY($2) LIMIT $3)
         LIMIT $3)`,
      )} SELECT count(*)::int AS deleted FROM deleted`,
      [tenantId, memoryIds, limit],
    );
    return rows[0]!.deleted;
  },
};
