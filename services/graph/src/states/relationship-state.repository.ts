import type { Transaction } from '@loci/postgres';
import { REVISION_BYTES_COUNTER } from '@loci/service-hosting';
import { hasExpiredMemory } from '../memory-windows/memory-window.repository.ts';
import { counted } from '../relationships/relationship-counters.ts';
import { STATE_COLUMNS, toRelationship, toRow } from '../relationships/relationship.row.ts';
import type { RelationshipRow } from '../relationships/relationship.row.ts';
import { compareUniquenessKeys } from '../relationships/uniqueness-keys.ts';
import type { Revision } from '../revisions/revision.repository.ts';
import { REVISION_BYTES } from '../revisions/revision.sql.ts';

/** Position in the list: the relationship and the revision of the last state. */
export type StatePosition = readonly [id: string, revision: number];

/** States of the relationships of a tenant with the users who originally stored them. */
export interface RelationshipStateRepository {
  /**
   * Returns the states of existing relationships by ID and then by descending revision. The first state of a relationship
   * is therefore the current one. Omits relationships of expired memories.
   */
  list(
    tx: Transaction,
    tenantId: string,
    options: { limit: number; offset: number; after: StatePosition | undefined },
  ): Promise<Revision[]>;
  /**
   * Inserts current states. Skips a state that conflicts with an existing relationship.
   *
   * @param userId user of the tenant who becomes the author. The original authors are kept for exports.
   * @returns the ids of the inserted relationships
   */
  insertCurrent(
    tx: Transaction,
    tenantId: string,
    userId: string,
    states: readonly Revision[],
  ): Promise<Set<string>>;
  /**
   * Inserts replaced states of restored relationships. Skips states of other relationships, and states that exist.
   *
   * @returns the keys (`stateKey`) of the inserted states, and of those that existed
   */
  insertReplaced(
    tx: Transaction,
    tenantId: string,
    userId: string,
    states: readonly Revision[],
  ): Promise<{ inserted: Set<string>; existing: Set<string> }>;
}

/** Key of a state within a tenant. */
export const stateKey = ({ id, revision }: { id: string; revision: number | string }): string =>
  `${id} ${revision}`;

interface StateRow extends RelationshipRow {
  original_creator: string;
  original_recorder: string;
  recorded_until: Date | null;
}

const AUTHORS = `coalesce(original_authors ->> 'created_by', created_by) AS original_creator,
  coalesce(original_authors ->> 'recorded_by', recorded_by, original_authors ->> 'created_by', created_by)
    AS original_recorder`;

/** SQL condition of the states after the position in `$2` and `$3`. */
const AFTER = 'id >= $2 AND (id > $2 OR revision < $3)';
const PAGE = 'ORDER BY id, revision DESC LIMIT $4::bigint + $5';

const BEFORE_ALL: StatePosition = ['00000000-0000-0000-0000-000000000000', 0];

export const relationshipStateRepository: RelationshipStateRepository = {
  list: async (tx, tenantId, { limit, offset, after = BEFORE_ALL }) => {
    // Both parts are limited, so that PostgreSQL reads only the page from the primary keys. The last comparison is necessary
    // for a merge join, which would read the relationships of all earlier pages.
    const rows = await tx.query<StateRow>(
      `(SELECT ${STATE_COLUMNS}, ${AUTHORS}, NULL::timestamptz AS recorded_until FROM relationships r
        WHERE tenant_id = $1 AND ${AFTER} AND NOT ${hasExpiredMemory('r')} ${PAGE})
       UNION ALL
       (SELECT ${STATE_COLUMNS}, ${AUTHORS}, recorded_until FROM relationship_revisions r
        WHERE tenant_id = $1 AND ${AFTER} AND NOT ${hasExpiredMemory('r')}
          AND EXISTS (SELECT FROM relationships c WHERE c.tenant_id = $1 AND c.id = r.id AND c.id >= $2) ${PAGE})
       ORDER BY id, revision DESC LIMIT $4 OFFSET $5`,
      [tenantId, ...after, limit, offset],
    );
    return rows.map((row) => ({
      relationship: { ...toRelationship(row), createdBy: row.original_creator },
      recordedBy: row.original_recorder,
      recordedUntil: row.recorded_until,
    }));
  },

  insertCurrent: async (tx, tenantId, userId, states) => {
    if (states.length === 0) return new Set();
    const inOrder = states.toSorted((a, b) => compareUniquenessKeys(a.relationship, b.relationship));
    const rows = await tx.query<{ id: string }>(
      counted(
        `INSERT INTO relationships (${STATE_COLUMNS}, recorded_by, original_authors)
         SELECT ${STATE_COLUMNS}, recorded_by, original_authors
         FROM json_populate_recordset(NULL::relationships, $1)
         ON CONFLICT DO NOTHING RETURNING tenant_id, id, relationship_type, is_active`,
        1,
        'SELECT id FROM changed',
      ),
      [toJson(tenantId, userId, inOrder)],
      'relationship-states-insert-current',
    );
    return new Set(rows.map(({ id }) => id));
  },

  insertReplaced: async (tx, tenantId, userId, states) => {
    if (states.length === 0) return { inserted: new Set(), existing: new Set() };
    const rows = await tx.query<{ id: string; revision: string; inserted: boolean }>(
      `WITH input AS (SELECT * FROM json_populate_recordset(NULL::relationship_revisions, $1)),
       existing AS (
         SELECT r.id, r.revision FROM relationship_revisions r JOIN input i USING (tenant_id, id, revision)),
       inserted AS (
         INSERT INTO relationship_revisions (${STATE_COLUMNS}, recorded_by, recorded_until, ended_by_deletion,
           original_authors)
         SELECT ${STATE_COLUMNS}, recorded_by, recorded_until, false, original_authors FROM input i
         -- Changes neither the history of a relationship that was not restored nor the states after the restore.
         WHERE EXISTS (
           SELECT FROM relationships r WHERE r.tenant_id = $2 AND r.id = i.id AND r.original_authors IS NOT NULL
             AND r.from_id = i.from_id AND r.to_id = i.to_id AND r.relationship_type = i.relationship_type
             AND r.created_at = i.created_at AND r.revision > i.revision AND r.updated_at >= i.recorded_until)
         ORDER BY id, revision
         ON CONFLICT DO NOTHING
         RETURNING id, revision, ${REVISION_BYTES} AS bytes),
       counted AS (
         INSERT INTO counter_changes (tenant_id, counter, change)
         SELECT $2::uuid, '${REVISION_BYTES_COUNTER}', sum(bytes) FROM inserted HAVING count(*) > 0)
       SELECT id, revision, true AS inserted FROM inserted UNION ALL SELECT id, revision, false FROM existing`,
      [toJson(tenantId, userId, states), tenantId],
      'relationship-states-insert-replaced',
    );
    const keysOf = (inserted: boolean): Set<string> =>
      new Set(rows.filter((row) => row.inserted === inserted).map(stateKey));
    return { inserted: keysOf(true), existing: keysOf(false) };
  },
};

/** Returns the rows as JSON, with the restoring user as author and the exported users in `original_authors`. */
const toJson = (tenantId: string, userId: string, states: readonly Revision[]): string =>
  JSON.stringify(
    states.map(({ relationship, recordedBy, recordedUntil }) => ({
      ...toRow(relationship),
      evidence: relationship.evidence,
      traversal_properties: relationship.traversalProperties,
      metadata: relationship.metadata,
      tenant_id: tenantId,
      created_by: userId,
      recorded_by: userId,
      recorded_until: recordedUntil,
      original_authors: { created_by: relationship.createdBy, recorded_by: recordedBy },
    })),
  );
