import { alreadyExists } from '@loci/core';
import { isUniqueViolation } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import type { Memory } from './memory.ts';

interface MemoryRow {
  tenant_id: string;
  id: string;
  revision: string;
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
  conversation_id: string | null;
  created_at: Date;
  updated_at: Date;
  embedding_status: Memory['embeddingStatus'];
  surprise_score: number;
  access_count: number;
  last_accessed: Date | null;
}

export const MEMORY_COLUMNS = `tenant_id, id, revision, content, content_revision, memory_type, importance,
  confidence, source_type, user_id, metadata, tags, lifecycle_state, version, is_active, chain_id,
  conversation_id, created_at, updated_at, embedding_status, surprise_score, access_count, last_accessed`;

export interface MemoryRepository {
  /** @throws RES_ALREADY_EXISTS for a checkpoint whose name is taken */
  insert(tx: Transaction, memory: Memory): Promise<void>;
  find(tx: Transaction, tenantId: string, id: string): Promise<Memory | null>;
  /** Those of `ids` that exist, in no particular order. */
  findMany(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Memory[]>;
  /**
   * Locks these memories, and with each all versions of its chain, until the transaction ends. Whatever makes an
   * event of a memory calls it once, before its first write: a transaction takes its place among the events only
   * then, so the order of events is the order of revisions.
   * @returns those that exist, by id
   */
  lock(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Memory[]>;
  /** The active version of a chain, else its newest; null for an unknown chain. */
  findCurrent(tx: Transaction, tenantId: string, chainId: string): Promise<Memory | null>;
  /** Stores all that belongs to a revision of a locked memory. @throws RES_ALREADY_EXISTS like `insert` */
  update(tx: Transaction, memory: Memory): Promise<void>;
  remove(tx: Transaction, tenantId: string, id: string): Promise<void>;
  /** The conversation of this user's newest conversation memory since `since`, if there is one. */
  findOpenConversation(
    tx: Transaction,
    tenantId: string,
    userId: string,
    since: Date,
  ): Promise<string | null>;
}

export const memoryRepository: MemoryRepository = {
  insert: (tx, memory) =>
    mapUniqueViolation(memory, () =>
      tx.query(
        `INSERT INTO memories (${MEMORY_COLUMNS})
         VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23)`,
        toValues(memory),
        'memory-insert',
      ),
    ),

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

  lock: async (tx, tenantId, ids) => {
    // Advisory, for a row lock would give the transaction its number while it may still wait for the next row.
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
    // The index of chains leaves out the many memories that have one version only.
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories
       WHERE tenant_id = $1 AND chain_id = $2 AND (version > 1 OR NOT is_active)
       ORDER BY is_active DESC, version DESC LIMIT 1`,
      [tenantId, chainId],
      'memory-find-current',
    );
    return rows[0] ? toMemory(rows[0]) : memoryRepository.find(tx, tenantId, chainId);
  },

  update: (tx, memory) =>
    mapUniqueViolation(memory, () =>
      tx.query(
        `UPDATE memories SET revision = $3, content = $4, content_revision = $5, memory_type = $6, importance = $7,
           confidence = $8, metadata = $9, tags = $10, lifecycle_state = $11, is_active = $12, conversation_id = $13,
           updated_at = $14, embedding_status = CASE content_revision WHEN $5 THEN embedding_status ELSE $15 END
         WHERE tenant_id = $1 AND id = $2`,
        [
          memory.tenantId,
          memory.id,
          memory.revision,
          memory.content,
          memory.contentRevision,
          memory.memoryType,
          memory.importance,
          memory.confidence,
          JSON.stringify(memory.metadata),
          memory.tags,
          memory.lifecycleState,
          memory.isActive,
          memory.conversationId,
          memory.updatedAt,
          memory.embeddingStatus,
        ],
        'memory-update',
      ),
    ),

  remove: async (tx, tenantId, id) => {
    await tx.query('DELETE FROM memories WHERE tenant_id = $1 AND id = $2', [tenantId, id], 'memory-remove');
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

async function mapUniqueViolation(memory: Memory, store: () => Promise<unknown>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (isUniqueViolation(error, 'checkpoint_names')) {
      throw alreadyExists('checkpoint', String(memory.metadata['name']));
    }
    throw error;
  }
}

function toValues(memory: Memory): unknown[] {
  return [
    memory.tenantId,
    memory.id,
    memory.revision,
    memory.content,
    memory.contentRevision,
    memory.memoryType,
    memory.importance,
    memory.confidence,
    memory.sourceType,
    memory.userId,
    JSON.stringify(memory.metadata),
    memory.tags,
    memory.lifecycleState,
    memory.version,
    memory.isActive,
    memory.chainId,
    memory.conversationId,
    memory.createdAt,
    memory.updatedAt,
    memory.embeddingStatus,
    memory.surpriseScore,
    memory.accessCount,
    memory.lastAccessed,
  ];
}

export function toMemory(row: MemoryRow): Memory {
  return {
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
    conversationId: row.conversation_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    embeddingStatus: row.embedding_status,
    surpriseScore: row.surprise_score,
    accessCount: row.access_count,
    lastAccessed: row.last_accessed,
  };
}
