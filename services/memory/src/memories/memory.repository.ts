import { PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import type { MemoryVersion } from '@loci/contracts';
import { alreadyExists, currentActor } from '@loci/core';
import { isPolicyViolation, isUniqueViolation } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { REVISION_BYTES_COUNTER } from '@loci/service-hosting';
import {
  CREATED_COUNTER,
  EMBEDDED_COUNTER,
  IS_UNPROTECTED,
  MEMORY_BYTES,
  MEMORY_BYTES_COUNTER,
  MEMORY_COUNTER,
  isEmbedded,
} from '../counters/memory-counters.ts';
import { expiryPassed } from './expiry.ts';
import { INITIAL_SURPRISE_SCORE, laterOf } from './memory.ts';
import type { Memory } from './memory.ts';

export interface MemoryRow {
  tenant_id: string;
  id: string;
  /** The driver returns a string, because bigint can exceed the range of a number. */
  revision: string | number;
  content: string;
  content_revision: number;
  memory_type: Memory['memoryType'];
  importance: number;
  confidence: number;
  source_type: Memory['sourceType'];
  user_id: string;
  metadata: Memory['metadata'];
  tags: string[];
  lifecycle_state: Memory['lifecycleState'];
  version: number;
  is_active: boolean;
  chain_id: string;
  superseded_by: string | null;
  conversation_id: string | null;
  created_at: Date;
  /** Null if it is the creation time, because a null value takes no space in the row. */
  occurred_at: Date | null;
  updated_at: Date;
  valid_from: Date | null;
  valid_until: Date | null;
  expires_at: Date | null;
  expires_by_default: boolean;
  pinned: boolean;
  embedding_status: Memory['embeddingStatus'];
  surprise_score: number;
  access_count: number;
  last_accessed: Date | null;
}

/** Columns of the state that a revision records. `memory_revisions` has columns with the same names. */
export const STATE_COLUMNS = [
  'tenant_id',
  'id',
  'revision',
  'content',
  'content_revision',
  'memory_type',
  'importance',
  'confidence',
  'source_type',
  'user_id',
  'metadata',
  'tags',
  'lifecycle_state',
  'version',
  'is_active',
  'chain_id',
  'superseded_by',
  'conversation_id',
  'created_at',
  'occurred_at',
  'updated_at',
  'valid_from',
  'valid_until',
  'expires_at',
  'expires_by_default',
  'pinned',
] as const satisfies readonly (keyof MemoryRow)[];

const COLUMNS = [
  ...STATE_COLUMNS,
  'embedding_status',
  'surprise_score',
  'access_count',
  'last_accessed',
] as const satisfies readonly (keyof MemoryRow)[];

/** SELECT list with the columns of `MemoryRow`. */
export const MEMORY_COLUMNS = COLUMNS.join(', ');

/** SELECT list of `memories` with the columns of `MemoryRow`, with default values for those that are not part of a revision. */
export const REVISION_COLUMNS = `${STATE_COLUMNS.join(', ')}, 'pending' AS embedding_status,
  ${INITIAL_SURPRISE_SCORE}::float8 AS surprise_score, 0 AS access_count, NULL::timestamptz AS last_accessed`;

/**
 * Returns an INSERT of rows of `memories` into `memory_revisions`.
 *
 * @param table name of the CTE with the rows
 * @param recordedUntil SQL expression for the end of the period in which the rows were current
 */
const toRevision = (table: string, recordedUntil: string, { deletes }: { deletes: boolean }): string =>
  `INSERT INTO memory_revisions (${STATE_COLUMNS.join(', ')}, recorded_by, recorded_until, ended_by_deletion, origin)
   SELECT ${STATE_COLUMNS.join(', ')}, coalesce(recorded_by, user_id), ${recordedUntil}::timestamptz, ${deletes}, origin
   FROM ${table}
   RETURNING ${MEMORY_BYTES} AS bytes`;

/** Columns that UPDATE sets to the values of the new revision. */
const CHANGED_COLUMNS = [
  'revision',
  'content',
  'content_revision',
  'memory_type',
  'importance',
  'confidence',
  'metadata',
  'tags',
  'lifecycle_state',
  'is_active',
  'superseded_by',
  'conversation_id',
  'occurred_at',
  'updated_at',
  'valid_from',
  'valid_until',
  'expires_at',
  'expires_by_default',
  'pinned',
] as const satisfies readonly (keyof MemoryRow)[];

/** Columns whose values are the parameters of UPDATE, in order. */
const UPDATE_PARAMETERS = ['tenant_id', 'id', ...CHANGED_COLUMNS, 'embedding_status'] as const;
const RECORDED_BY = `$${UPDATE_PARAMETERS.length + 1}`;
const updateParameter = (column: (typeof UPDATE_PARAMETERS)[number]): string =>
  `$${UPDATE_PARAMETERS.indexOf(column) + 1}`;

/**
 * SQL expression for the embedding status after UPDATE. The consumer of embedding events can have stored a
 * newer status than that of the memory that is passed to `update`. The status therefore changes only if the
 * content changes.
 */
const UPDATED_EMBEDDING_STATUS = `CASE content_revision WHEN ${updateParameter('content_revision')}
  THEN embedding_status ELSE ${updateParameter('embedding_status')} END`;

/** SQL condition of {@link isEmbedded} for the row after UPDATE. */
const UPDATED_IS_EMBEDDED = isEmbedded({
  isActive: updateParameter('is_active'),
  memoryType: updateParameter('memory_type'),
  embeddingStatus: `(${UPDATED_EMBEDDING_STATUS})`,
});

/** User of changes that no user caused, such as those of consumers. */
const SYSTEM_USER = 'system';

export interface MemoryRepository {
  /**
   * Inserts a memory, whose embedding is not completed.
   *
   * @throws RES_ALREADY_EXISTS if the name of a checkpoint is taken
   */
  insert(tx: Transaction, memory: Memory): Promise<void>;
  /**
   * Inserts memories of one tenant, whose embeddings are not completed. Skips a checkpoint if an active
   * checkpoint or an earlier one in `memories` has the same name.
   *
   * @param memories in ascending order of ids
   * @returns the ids of the inserted memories
   */
  insertMany(tx: Transaction, memories: readonly Memory[]): Promise<ReadonlySet<string>>;
  find(tx: Transaction, tenantId: string, id: string): Promise<Memory | null>;
  /** Returns the memories of `ids` in any order. Skips unknown ids. */
  findMany(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Memory[]>;
  /** Returns version, state and successor of the memories of `ids` in any order. Skips unknown ids. */
  findVersions(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<MemoryVersion[]>;
  /** Returns the newest active memories, newest first, excluding protected ones. */
  findNewest(tx: Transaction, tenantId: string, limit: number): Promise<Memory[]>;
  /**
   * Locks the version chains of memories until the transaction ends. A transaction that publishes events of
   * memories must call this before its first write. PostgreSQL assigns the transaction id, which determines
   * the position of the events, at the first write. The order of events is therefore the order of revisions.
   *
   * @returns the existing memories of `ids` in ascending order of ids
   */
  lock(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Memory[]>;
  /**
   * Returns the active version of a chain, or its newest version if none is active, or null for an unknown
   * chain.
   */
  findCurrent(tx: Transaction, tenantId: string, chainId: string): Promise<Memory | null>;
  /**
   * Returns the ids of the active versions that replaced memories, directly or through other versions. An active memory
   * maps to its own id. Memories without an active successor are absent.
   */
  findCurrentIds(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Map<string, string>>;
  /**
   * Stores a new revision of a locked memory, and archives the replaced one. Keeps the version, creation time, counted accesses and surprise
   * score.
   *
   * @throws RES_ALREADY_EXISTS if the name of a checkpoint is taken
   */
  update(tx: Transaction, memory: Memory): Promise<void>;
  /** Deletes a locked memory and its contradictions, and archives its last state. */
  remove(tx: Transaction, memory: Memory, removedAt: Date): Promise<void>;
  /**
   * Returns the conversation id of the user's newest conversation memory that was created at `since` or
   * later.
   */
  findOpenConversation(
    tx: Transaction,
    tenantId: string,
    userId: string,
    since: Date,
  ): Promise<string | null>;
}

export const memoryRepository: MemoryRepository = {
  insert: (tx, memory) =>
    mapViolation(memory, () =>
      tx.query(
        `WITH inserted AS (
           INSERT INTO memories (${MEMORY_COLUMNS}) VALUES (${COLUMNS.map((_, i) => `$${i + 1}`).join(', ')})
           RETURNING tenant_id, memory_type, is_active, created_at, ${MEMORY_BYTES} AS bytes)
         INSERT INTO counter_changes (tenant_id, counter, change)
         SELECT tenant_id, counter, change FROM inserted
         CROSS JOIN LATERAL (VALUES (${MEMORY_COUNTER}, 1), (${CREATED_COUNTER}, (${IS_UNPROTECTED})::int),
           ('${MEMORY_BYTES_COUNTER}', bytes)) counted(counter, change)
         WHERE change <> 0`,
        toValues(memory, COLUMNS),
        'memory-insert',
      ),
    ),

  insertMany: async (tx, memories) => {
    // Concurrent requests insert checkpoints in the order of their names, so that they cannot deadlock.
    const insert = tx.query<Pick<MemoryRow, 'id'>>(
      `WITH inserted AS (
         INSERT INTO memories (${MEMORY_COLUMNS})
         SELECT ${MEMORY_COLUMNS} FROM json_populate_recordset(NULL::memories, $1)
         ORDER BY CASE memory_type WHEN 'checkpoint' THEN metadata ->> 'name' END, id
         ON CONFLICT (tenant_id, (metadata ->> 'name')) WHERE memory_type = 'checkpoint' AND is_active DO NOTHING
         RETURNING id, tenant_id, memory_type, is_active, created_at, ${MEMORY_BYTES} AS bytes),
       counted AS (
         INSERT INTO counter_changes (tenant_id, counter, change)
         SELECT tenant_id, ${MEMORY_COUNTER}, count(*) FROM inserted GROUP BY 1, 2
         UNION ALL SELECT tenant_id, ${CREATED_COUNTER}, count(*) FROM inserted WHERE ${IS_UNPROTECTED} GROUP BY 1, 2
         UNION ALL SELECT tenant_id, '${MEMORY_BYTES_COUNTER}', sum(bytes) FROM inserted GROUP BY 1)
       SELECT id FROM inserted`,
      [JSON.stringify(memories.map(toRow))],
      'memory-insert-many',
    );
    const rows = await insert.catch((error: unknown) => {
      throw toExpiryError(error);
    });
    return new Set(rows.map(({ id }) => id));
  },

  find: async (tx, tenantId, id) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
      'memory-find',
    );
    return rows[0] ? toMemory(rows[0]) : null;
  },

  findMany: async (tx, tenantId, ids) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories WHERE tenant_id = $1 AND id = ANY($2)`,
      [tenantId, ids],
      'memory-find-many',
    );
    return rows.map(toMemory);
  },

  findVersions: (tx, tenantId, ids) =>
    tx.query<MemoryVersion>(
      'SELECT id, version, is_active, superseded_by FROM memories WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, ids],
      'memory-find-versions',
    ),

  findNewest: async (tx, tenantId, limit) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories WHERE tenant_id = $1 AND is_active AND memory_type <> ALL($2)
       ORDER BY created_at DESC, id DESC LIMIT $3`,
      [tenantId, PROTECTED_MEMORY_TYPES, limit],
    );
    return rows.map(toMemory);
  },

  lock: async (tx, tenantId, ids) => {
    // Uses advisory locks, because acquiring a row lock assigns the transaction id, and with it the position
    // of the events, while the transaction may still have to wait for the next row.
    const [, rows] = await Promise.all([
      tx.query(
        `SELECT pg_advisory_xact_lock(hashtextextended(chain_id::text, 0)) FROM (
           SELECT DISTINCT chain_id FROM memories WHERE tenant_id = $1 AND id = ANY($2) ORDER BY chain_id
         ) chains`,
        [tenantId, ids],
        'memory-lock-chains',
      ),
      tx.query<MemoryRow>(
        `SELECT ${MEMORY_COLUMNS} FROM memories WHERE tenant_id = $1 AND id = ANY($2) ORDER BY id`,
        [tenantId, ids],
        'memory-lock',
      ),
    ]);
    return rows.map(toMemory);
  },

  findCurrent: async (tx, tenantId, chainId) => {
    // The index `versions` excludes memories whose only version is active. `find` returns those.
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories
       WHERE tenant_id = $1 AND chain_id = $2 AND (version > 1 OR NOT is_active)
       ORDER BY is_active DESC, version DESC LIMIT 1`,
      [tenantId, chainId],
      'memory-find-current',
    );
    return rows[0] ? toMemory(rows[0]) : memoryRepository.find(tx, tenantId, chainId);
  },

  findCurrentIds: async (tx, tenantId, ids) => {
    const currentIds = new Map<string, string>();
    let origins = new Map(ids.map((id) => [id, [id]]));
    // One iteration covers all versions of a chain. Another one follows only where a contradiction was resolved by a
    // memory of another chain.
    while (origins.size > 0) {
      const rows = await tx.query<{ id: string; current_id: string | null; superseded_by: string | null }>(
        // The index `versions` excludes memories whose only version is active.
        `SELECT m.id, CASE WHEN m.is_active THEN m.id WHEN newest.is_active THEN newest.id END AS current_id,
           newest.superseded_by
         FROM memories m LEFT JOIN LATERAL (
           SELECT id, is_active, superseded_by FROM memories v
           WHERE v.tenant_id = $1 AND v.chain_id = m.chain_id AND (v.version > 1 OR NOT v.is_active)
           ORDER BY v.version DESC LIMIT 1
         ) newest ON NOT m.is_active
         WHERE m.tenant_id = $1 AND m.id = ANY($2)`,
        [tenantId, [...origins.keys()]],
        'memory-find-current-ids',
      );
      const next = new Map<string, string[]>();
      for (const { id, current_id: currentId, superseded_by: successorId } of rows) {
        const originIds = origins.get(id)!;
        if (currentId !== null) for (const originId of originIds) currentIds.set(originId, currentId);
        else if (successorId !== null)
          next.set(successorId, [...(next.get(successorId) ?? []), ...originIds]);
      }
      origins = next;
    }
    return currentIds;
  },

  update: (tx, memory) =>
    mapViolation(memory, () =>
      tx.query(
        `WITH stored AS (
           SELECT *, ${MEMORY_BYTES} AS bytes FROM memories WHERE tenant_id = $1 AND id = $2),
         archived AS (${toRevision('stored', updateParameter('updated_at'), { deletes: false })}),
         updated AS (
           UPDATE memories SET ${CHANGED_COLUMNS.map((column) => `${column} = ${updateParameter(column)}`).join(', ')},
             recorded_by = ${RECORDED_BY}, origin = origin - 'recorded_by',
             embedding_status = ${UPDATED_EMBEDDING_STATUS}, embedded_change = ${UPDATED_IS_EMBEDDED}::int - ${isEmbedded()}::int
           WHERE tenant_id = $1 AND id = $2
           RETURNING memory_type, is_active, ${MEMORY_BYTES} AS bytes, embedded_change)
         INSERT INTO counter_changes (tenant_id, counter, change)
         SELECT $1, ${MEMORY_COUNTER}, change
         FROM (SELECT memory_type, is_active, -1 AS change FROM stored
           UNION ALL SELECT memory_type, is_active, 1 FROM updated) versions
         WHERE EXISTS (SELECT 1 FROM stored, updated
           WHERE stored.memory_type <> updated.memory_type OR stored.is_active <> updated.is_active)
         UNION ALL
         SELECT $1, '${MEMORY_BYTES_COUNTER}', updated.bytes - stored.bytes FROM stored, updated
         WHERE updated.bytes <> stored.bytes
         UNION ALL
         SELECT $1, '${EMBEDDED_COUNTER}', embedded_change FROM updated WHERE embedded_change <> 0
         UNION ALL
         SELECT $1, '${REVISION_BYTES_COUNTER}', bytes FROM archived`,
        [...toValues(memory, UPDATE_PARAMETERS), currentActor()?.userId ?? SYSTEM_USER],
        'memory-update',
      ),
    ),

  remove: async (tx, { tenantId, id, updatedAt }, removedAt) => {
    await tx.query(
      `WITH removed AS (
         DELETE FROM memories WHERE tenant_id = $1 AND id = $2
         RETURNING *, ${MEMORY_BYTES} AS bytes, ${isEmbedded()}::int AS embedded),
       archived AS (${toRevision('removed', '$3', { deletes: true })}),
       tombstone AS (
         INSERT INTO deleted_versions (tenant_id, id, superseded_by)
         SELECT $1, id, superseded_by FROM removed WHERE superseded_by IS NOT NULL)
       INSERT INTO counter_changes (tenant_id, counter, change)
       SELECT $1, counter, change FROM removed
       CROSS JOIN LATERAL (VALUES (${MEMORY_COUNTER}, -1), (${CREATED_COUNTER}, -(${IS_UNPROTECTED})::int),
         ('${MEMORY_BYTES_COUNTER}', -bytes), ('${EMBEDDED_COUNTER}', -embedded)) counted(counter, change)
       WHERE change <> 0
       UNION ALL
       SELECT $1, '${REVISION_BYTES_COUNTER}', bytes FROM archived`,
      [tenantId, id, laterOf(updatedAt, removedAt)],
      'memory-remove',
    );
  },

  findOpenConversation: async (tx, tenantId, userId, since) => {
    const rows = await tx.query<{ conversation_id: string | null }>(
      `SELECT conversation_id FROM memories
       WHERE tenant_id = $1 AND user_id = $2 AND memory_type = 'conversation' AND created_at >= $3
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      [tenantId, userId, since],
    );
    return rows[0]?.conversation_id ?? null;
  },
};

async function mapViolation(memory: Memory, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error, 'checkpoint_names')) {
      throw alreadyExists('checkpoint', String(memory.metadata['name']));
    }
    throw toExpiryError(error);
  }
}

/** Converts the error with which PostgreSQL rejects an expiry that has passed to a validation error. Returns other errors unchanged. */
const toExpiryError = (error: unknown): unknown =>
  isPolicyViolation(error, 'memories') ? expiryPassed() : error;

function toValues(memory: Memory, columns: readonly (keyof MemoryRow)[]): unknown[] {
  const row = toRow(memory);
  return columns.map((column) => row[column]);
}

export const toRow = (memory: Memory): MemoryRow => ({
  tenant_id: memory.tenantId,
  id: memory.id,
  revision: memory.revision,
  content: memory.content,
  content_revision: memory.contentRevision,
  memory_type: memory.memoryType,
  importance: memory.importance,
  confidence: memory.confidence,
  source_type: memory.sourceType,
  user_id: memory.userId,
  metadata: memory.metadata,
  tags: memory.tags,
  lifecycle_state: memory.lifecycleState,
  version: memory.version,
  is_active: memory.isActive,
  chain_id: memory.chainId,
  superseded_by: memory.supersededBy,
  conversation_id: memory.conversationId,
  created_at: memory.createdAt,
  occurred_at: memory.occurredAt.getTime() === memory.createdAt.getTime() ? null : memory.occurredAt,
  updated_at: memory.updatedAt,
  valid_from: memory.validFrom,
  valid_until: memory.validUntil,
  expires_at: memory.expiresAt,
  expires_by_default: memory.expiresByDefault,
  pinned: memory.pinned,
  embedding_status: memory.embeddingStatus,
  surprise_score: memory.surpriseScore,
  access_count: memory.accessCount,
  last_accessed: memory.lastAccessed,
});

export const toMemory = (row: MemoryRow): Memory => ({
  tenantId: row.tenant_id,
  id: row.id,
  revision: Number(row.revision),
  content: row.content,
  contentRevision: row.content_revision,
  memoryType: row.memory_type,
  importance: row.importance,
  confidence: row.confidence,
  sourceType: row.source_type,
  userId: row.user_id,
  metadata: row.metadata,
  tags: row.tags,
  lifecycleState: row.lifecycle_state,
  version: row.version,
  isActive: row.is_active,
  chainId: row.chain_id,
  supersededBy: row.superseded_by,
  conversationId: row.conversation_id,
  createdAt: row.created_at,
  occurredAt: row.occurred_at ?? row.created_at,
  updatedAt: row.updated_at,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  expiresAt: row.expires_at,
  expiresByDefault: row.expires_by_default,
  pinned: row.pinned,
  embeddingStatus: row.embedding_status,
  surpriseScore: row.surprise_score,
  accessCount: row.access_count,
  lastAccessed: row.last_accessed,
});
