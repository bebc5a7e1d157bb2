import type { MemoryVersionAt } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import { createPrunedRevisions, deleteRevisions } from '@loci/service-hosting';
import type { PrunedRevisions } from '@loci/service-hosting';
import { MEMORY_BYTES } from '../counters/memory-counters.ts';
import { REVISION_COLUMNS, toMemory } from '../memories/memory.repository.ts';
import type { MemoryRow } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';
import { isListedAsOf, isTrueAt, validityAt } from './validity-conditions.ts';
import type { Included } from './validity-conditions.ts';

/** A state of a memory and the period in which it was the current state. */
export interface Revision {
  /** The period starts at `updatedAt`. Fields that are not part of a revision have default values. */
  memory: Memory;
  /** User who stored the state, or `system`. */
  recordedBy: string;
  /** End of the period. Null for the current state. */
  recordedUntil: Date | null;
}

/** Replaced states of memories. `MemoryRepository.update` and `remove` store them. */
export interface RevisionRepository extends PrunedRevisions {
  /**
   * Returns the states of a memory, newest first, including the current one.
   *
   * @param options.before revision after which the list continues
   */
  list(
    tx: Transaction,
    tenantId: string,
    id: string,
    options: { limit: number; offset: number; before: number | undefined },
  ): Promise<Revision[]>;
  /** Returns the state of a memory that was recorded at a time, or null if the memory did not exist. */
  findAt(tx: Transaction, tenantId: string, id: string, at: Date): Promise<Memory | null>;
  /**
   * Returns the versions that were true at a time, by the ids of any of their versions. If several versions were true,
   * returns the newest one. Omits ids without such a version.
   *
   * @param times.knownAt time at which the versions were recorded. Null for the current states.
   * @param times.include states of a version that is returned if no version was true
   */
  findTrueVersions(
    tx: Transaction,
    tenantId: string,
    ids: readonly string[],
    times: { at: Date; knownAt: Date | null; include?: Included },
  ): Promise<Map<string, Memory>>;
  /**
   * Returns version and validity of memories at a time. Omits memories that did not exist.
   *
   * @param times.at time of the validity
   * @param times.knownAt time at which the states were recorded. Null for the current states.
   */
  findVersionsAt(
    tx: Transaction,
    tenantId: string,
    ids: readonly string[],
    times: { at: Date; knownAt: Date | null },
  ): Promise<MemoryVersionAt[]>;
  /** Deletes the replaced states of memories. Returns their number. */
  erase(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<number>;
}

interface RevisionRow extends MemoryRow {
  recorded_by: string;
  recorded_until: Date | null;
}

/** SELECT of the current states of the tenant `$1`. */
const CURRENT_STATES = `SELECT ${REVISION_COLUMNS} FROM memories WHERE tenant_id = $1`;

/**
 * Returns the FROM and WHERE clauses of the two tables with the states of the tenant `$1` that were recorded at a time. No
 * state has a creation time after its update, so that a list in the order of creation can start at the time.
 *
 * @param time SQL expression
 */
export function recordedStates(time: string): [current: string, replaced: string] {
  const recorded = `tenant_id = $1 AND created_at <= ${time} AND updated_at <= ${time}`;
  return [
    `FROM memories WHERE ${recorded}`,
    `FROM memory_revisions WHERE ${recorded} AND recorded_until > ${time}`,
  ];
}

/** Returns a SELECT of the states of the tenant `$1` that were recorded at a time. */
const selectRecordedStates = (time: string): string =>
  recordedStates(time)
    .map((source) => `SELECT ${REVISION_COLUMNS} ${source}`)
    .join(' UNION ALL ');

const REVISIONS = { name: 'memory_revisions', bytes: MEMORY_BYTES };

export const revisionRepository: RevisionRepository = {
  ...createPrunedRevisions(REVISIONS),

  list: async (tx, tenantId, id, { limit, offset, before }) => {
    const keyset = before === undefined ? '' : 'AND revision < $5';
    // The replaced states are limited, so that PostgreSQL reads only the page from the primary key.
    const rows = await tx.query<RevisionRow>(
      `SELECT ${REVISION_COLUMNS}, coalesce(recorded_by, user_id) AS recorded_by, NULL::timestamptz AS recorded_until
       FROM memories WHERE tenant_id = $1 AND id = $2 ${keyset}
       UNION ALL
       (SELECT ${REVISION_COLUMNS}, recorded_by, recorded_until
        FROM memory_revisions WHERE tenant_id = $1 AND id = $2 ${keyset}
        ORDER BY revision DESC LIMIT $3::bigint + $4)
       ORDER BY revision DESC LIMIT $3 OFFSET $4`,
      [tenantId, id, limit, offset, ...(before === undefined ? [] : [before])],
    );
    return rows.map((row) => ({
      memory: toMemory(row),
      recordedBy: row.recorded_by,
      recordedUntil: row.recorded_until,
    }));
  },

  findAt: async (tx, tenantId, id, at) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT * FROM (${selectRecordedStates('$3')}) states WHERE id = $2`,
      [tenantId, id, at],
    );
    return rows[0] ? toMemory(rows[0]) : null;
  },

  findTrueVersions: async (tx, tenantId, ids, { at, knownAt, include = new Set() }) => {
    const origins = await tx.query<{ id: string; chain_id: string }>(
      `SELECT id, chain_id FROM memories WHERE tenant_id = $1 AND id = ANY($2)
       UNION SELECT id, chain_id FROM memory_revisions WHERE tenant_id = $1 AND id = ANY($2)`,
      [tenantId, ids],
    );
    const chainIds = [...new Set(origins.map(({ chain_id: chainId }) => chainId))];
    const source = knownAt === null ? CURRENT_STATES : selectRecordedStates('$4');
    const rows = await tx.query<MemoryRow>(
      // The first version of a chain has the id of the chain, so the index of later versions contains the others.
      `SELECT DISTINCT ON (chain_id) * FROM (${source}) states
       WHERE (id = ANY($2) OR chain_id = ANY($2) AND version > 1) AND ${isListedAsOf(include, '$3')}
       ORDER BY chain_id, ${isTrueAt('$3')} DESC, version DESC`,
      [tenantId, chainIds, at, ...(knownAt === null ? [] : [knownAt])],
    );
    const byChain = new Map(rows.map((row) => [row.chain_id, toMemory(row)]));
    return new Map(
      origins.flatMap(({ id, chain_id: chainId }) => {
        const memory = byChain.get(chainId);
        return memory ? [[id, memory] as const] : [];
      }),
    );
  },

  findVersionsAt: (tx, tenantId, ids, { at, knownAt }) =>
    tx.query<MemoryVersionAt>(
      `SELECT id, version, is_active, ${validityAt('$3')} AS validity, ${isTrueAt('$3')} AS was_true
       FROM (${knownAt === null ? CURRENT_STATES : selectRecordedStates('$4')}) states WHERE id = ANY($2)`,
      [tenantId, ids, at, ...(knownAt === null ? [] : [knownAt])],
    ),

  erase: async (tx, tenantId, ids) => {
    const rows = await tx.query<{ deleted: number }>(
      `${deleteRevisions(REVISIONS, 'tenant_id = $1 AND id = ANY($2)')} SELECT count(*)::int AS deleted FROM deleted`,
      [tenantId, ids],
    );
    return rows[0]!.deleted;
  },
};
