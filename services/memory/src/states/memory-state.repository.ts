import { PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import { REVISION_BYTES_COUNTER } from '@loci/service-hosting';
import {
  CREATED_COUNTER,
  IS_UNPROTECTED,
  MEMORY_BYTES,
  MEMORY_BYTES_COUNTER,
  MEMORY_COUNTER,
} from '../counters/memory-counters.ts';
import {
  MEMORY_COLUMNS,
  REVISION_COLUMNS,
  STATE_COLUMNS,
  toMemory,
  toRow,
} from '../memories/memory.repository.ts';
import type { MemoryRow } from '../memories/memory.repository.ts';
import type { MemoryState } from './memory-state.ts';

/** Position in the list: the memory and the revision of the last state. */
export type StatePosition = readonly [id: string, revision: number];

/** States of a tenant with the users who originally stored them. */
export interface MemoryStateRepository {
  /**
   * Returns the states of existing, unprotected memories by ID and then by descending revision. The first state of a
   * memory is therefore the current one.
   */
  list(
    tx: Transaction,
    tenantId: string,
    options: { limit: number; offset: number; after: StatePosition | undefined },
  ): Promise<MemoryState[]>;
  /** Returns which of the memories exist, and which were deleted within the retention of their revisions. */
  findExisting(
    tx: Transaction,
    tenantId: string,
    ids: readonly string[],
  ): Promise<{ existing: Set<string>; deleted: Set<string> }>;
  /** Returns the chains whose first version exists and was not restored. */
  findOwnChains(tx: Transaction, tenantId: string, chainIds: readonly string[]): Promise<Set<string>>;
  /**
   * Inserts current states. Skips a state that conflicts with an existing memory, or with the name of a checkpoint.
   *
   * @param userId user of the tenant who becomes the author. The original authors are kept for exports.
   * @returns the ids of the inserted memories
   */
  insertCurrent(
    tx: Transaction,
    tenantId: string,
    userId: string,
    states: readonly MemoryState[],
  ): Promise<Set<string>>;
  /**
   * Inserts replaced states of restored memories. Skips states of other memories, and states that exist.
   *
   * @returns the keys (`stateKey`) of the inserted states, and of those that existed
   */
  insertReplaced(
    tx: Transaction,
    tenantId: string,
    userId: string,
    states: readonly MemoryState[],
  ): Promise<{ inserted: Set<string>; existing: Set<string> }>;
}

/** Key of a state within a tenant. */
export const stateKey = ({ id, revision }: { id: string; revision: number | string }): string =>
  `${id} ${revision}`;

interface StateRow extends MemoryRow {
  original_author: string;
  original_recorder: string;
  recorded_until: Date | null;
}

const STATES = STATE_COLUMNS.join(', ');
const AUTHORS = `coalesce(origin ->> 'user_id', user_id) AS original_author,
  coalesce(origin ->> 'recorded_by', recorded_by, origin ->> 'user_id', user_id) AS original_recorder`;

/** SQL condition of the states after the position in `$2` and `$3`. */
const AFTER = 'id >= $2 AND (id > $2 OR revision < $3)';
const PAGE = 'ORDER BY id, revision DESC LIMIT $5::bigint + $6';

const BEFORE_ALL: StatePosition = ['00000000-0000-0000-0000-000000000000', 0];

export const memoryStateRepository: MemoryStateRepository = {
  list: async (tx, tenantId, { limit, offset, after = BEFORE_ALL }) => {
    // Both parts are limited, so that PostgreSQL reads only the page from the primary keys. The last comparison is necessary
    // for a merge join, which would read the memories of all earlier pages.
    const rows = await tx.query<StateRow>(
      `(SELECT ${MEMORY_COLUMNS}, ${AUTHORS}, NULL::timestamptz AS recorded_until FROM memories
        WHERE tenant_id = $1 AND ${AFTER} AND memory_type <> ALL($4) ${PAGE})
       UNION ALL
       (SELECT ${REVISION_COLUMNS}, ${AUTHORS}, recorded_until FROM memory_revisions r
        WHERE tenant_id = $1 AND ${AFTER} AND memory_type <> ALL($4)
          AND EXISTS (SELECT FROM memories m WHERE m.tenant_id = $1 AND m.id = r.id AND m.id >= $2) ${PAGE})
       ORDER BY id, revision DESC LIMIT $5 OFFSET $6`,
      [tenantId, ...after, PROTECTED_MEMORY_TYPES, limit, offset],
    );
    return rows.map((row) => ({
      memory: { ...toMemory(row), userId: row.original_author },
      recordedBy: row.original_recorder,
      recordedUntil: row.recorded_until,
    }));
  },

  findExisting: async (tx, tenantId, ids) => {
    const rows = await tx.query<{ id: string; deleted: boolean }>(
      `SELECT id, false AS deleted FROM memories WHERE tenant_id = $1 AND id = ANY($2)
       UNION ALL SELECT id, true FROM memory_revisions WHERE tenant_id = $1 AND id = ANY($2) AND ended_by_deletion
       UNION ALL SELECT id, true FROM deleted_versions WHERE tenant_id = $1 AND id = ANY($2)
       UNION ALL SELECT id, true FROM memory_expiries WHERE tenant_id = $1 AND id = ANY($2)`,
      [tenantId, ids],
    );
    const existing = new Set(rows.filter(({ deleted }) => !deleted).map(({ id }) => id));
    return { existing, deleted: new Set(rows.map(({ id }) => id).filter((id) => !existing.has(id))) };
  },

  findOwnChains: async (tx, tenantId, chainIds) => {
    const rows = await tx.query<{ id: string }>(
      'SELECT id FROM memories WHERE tenant_id = $1 AND id = ANY($2) AND origin IS NULL',
      [tenantId, chainIds],
    );
    return new Set(rows.map(({ id }) => id));
  },

  insertCurrent: async (tx, tenantId, userId, states) => {
    // Concurrent requests insert in the same order, so that they cannot deadlock.
    const rows = await tx.query<{ id: string }>(
      `WITH inserted AS (
         INSERT INTO memories (${MEMORY_COLUMNS}, recorded_by, origin)
         SELECT ${MEMORY_COLUMNS}, recorded_by, origin FROM json_populate_recordset(NULL::memories, $1)
         ORDER BY CASE memory_type WHEN 'checkpoint' THEN metadata ->> 'name' END, id
         ON CONFLICT DO NOTHING
         RETURNING id, memory_type, is_active, created_at, ${MEMORY_BYTES} AS bytes),
       counted AS (
         INSERT INTO counter_changes (tenant_id, counter, change)
         SELECT $2::uuid, ${MEMORY_COUNTER}, count(*) FROM inserted GROUP BY 2
         UNION ALL SELECT $2::uuid, ${CREATED_COUNTER}, count(*) FROM inserted WHERE ${IS_UNPROTECTED} GROUP BY 2
         UNION ALL SELECT $2::uuid, '${MEMORY_BYTES_COUNTER}', sum(bytes) FROM inserted HAVING count(*) > 0)
       SELECT id FROM inserted`,
      [toJson(states, userId), tenantId],
      'memory-states-insert-current',
    );
    return new Set(rows.map(({ id }) => id));
  },

  insertReplaced: async (tx, tenantId, userId, states) => {
    const rows = await tx.query<{ id: string; revision: string; inserted: boolean }>(
      `WITH input AS (SELECT * FROM json_populate_recordset(NULL::memory_revisions, $1)),
       existing AS (
         SELECT r.id, r.revision FROM memory_revisions r JOIN input i USING (tenant_id, id, revision)),
       inserted AS (
         INSERT INTO memory_revisions (${STATES}, recorded_by, recorded_until, ended_by_deletion, origin)
         SELECT ${STATES}, recorded_by, recorded_until, false, origin FROM input i
         -- Changes neither the history of a memory that was not restored nor the states after the restore.
         WHERE EXISTS (
           SELECT FROM memories m WHERE m.tenant_id = $2 AND m.id = i.id AND m.origin IS NOT NULL
             AND m.version = i.version AND m.chain_id = i.chain_id AND m.created_at = i.created_at
             AND m.revision > i.revision AND m.updated_at >= i.recorded_until)
         ORDER BY id, revision
         ON CONFLICT DO NOTHING
         RETURNING id, revision, ${MEMORY_BYTES} AS bytes),
       counted AS (
         INSERT INTO counter_changes (tenant_id, counter, change)
         SELECT $2::uuid, '${REVISION_BYTES_COUNTER}', sum(bytes) FROM inserted HAVING count(*) > 0)
       SELECT id, revision, true AS inserted FROM inserted UNION ALL SELECT id, revision, false FROM existing`,
      [toJson(states, userId), tenantId],
      'memory-states-insert-replaced',
    );
    const keysOf = (inserted: boolean): Set<string> =>
      new Set(rows.filter((row) => row.inserted === inserted).map(stateKey));
    return { inserted: keysOf(true), existing: keysOf(false) };
  },
};

/** Returns the rows as JSON, with the restoring user as author and the exported users in `origin`. */
const toJson = (states: readonly MemoryState[], userId: string): string =>
  JSON.stringify(
    states.map(({ memory, recordedBy, recordedUntil }) => ({
      ...toRow(memory),
      user_id: userId,
      recorded_by: userId,
      recorded_until: recordedUntil,
      origin: { user_id: memory.userId, recorded_by: recordedBy },
    })),
  );
