import { PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import { isListed } from '../time/validity-conditions.ts';

/** Maximum number of memories whose conversation a request looks at. Bounds the time that a long conversation needs. */
export const MAX_SCANNED = 5_000;
/** Maximum number of memories that are counted per conversation. */
export const MAX_COUNTED = 200;

/** Memories with the same `conversation_id`. @see docs/reference/memories.md#list-conversations */
export interface Conversation {
  id: string;
  /** Number of memories, at most {@link MAX_COUNTED}. */
  count: number;
  isCountExact: boolean;
  firstCreatedAt: Date;
  lastCreatedAt: Date;
  /** ID of the memory that was created last. */
  lastMemoryId: string;
  /** Content of the first memory. */
  content: string;
}

/** Position in a list of memories by creation. */
export type CreationKey = readonly [createdAt: string, id: string];

export interface ConversationRepository {
  /**
   * Lists the conversations whose last memory precedes `after`, latest first. Only memories that a list contains count.
   *
   * @returns at most `limit` conversations, fewer if {@link MAX_SCANNED} memories did not contain as many
   */
  list(
    tx: Transaction,
    tenantId: string,
    options: { limit: number; after: CreationKey | undefined; now: Date },
  ): Promise<Conversation[]>;
  /** Returns the position of the last memory that `list` looks at. Undefined if no memories follow. */
  findScanEnd(
    tx: Transaction,
    tenantId: string,
    after: CreationKey | undefined,
  ): Promise<CreationKey | undefined>;
}

interface ConversationRow {
  conversation_id: string;
  count: number;
  first_created_at: Date;
  content: string;
  created_at: Date;
  id: string;
}

/**
 * Returns the FROM and WHERE clauses of the memories in conversations.
 *
 * @param next number of the parameter with the time of `after`, which the ID follows
 */
const membersBefore = (after: CreationKey | undefined, next: number): string =>
  `FROM memories WHERE tenant_id = $1 AND conversation_id IS NOT NULL
   ${after === undefined ? '' : `AND (created_at, id) < ($${next}::timestamptz, $${next + 1}::uuid)`}`;

export const conversationRepository: ConversationRepository = {
  list: async (tx, tenantId, { limit, after, now }) => {
    const isCounted = `memory_type <> ALL($2) AND ${isListed(new Set(), '$3')}`;
    const ofConversation = (conversation: string): string =>
      `FROM memories members WHERE tenant_id = $1 AND members.conversation_id = ${conversation}.conversation_id AND ${isCounted}`;
    const rows = await tx.query<ConversationRow>(
      // A memory represents its conversation if it is the last one of it. The subquery is scalar, because the planner would
      // read all memories for an anti-join.
      `WITH last AS MATERIALIZED (
         SELECT conversation_id, created_at, id FROM (
           SELECT conversation_id, created_at, id, memory_type, is_active, valid_from, valid_until ${membersBefore(after, 5)}
           ORDER BY created_at DESC, id DESC LIMIT ${MAX_SCANNED}
         ) scanned
         WHERE ${isCounted}
           AND id = (SELECT id ${ofConversation('scanned')} ORDER BY created_at DESC, id DESC LIMIT 1)
         ORDER BY created_at DESC, id DESC LIMIT $4)
       SELECT last.conversation_id, last.created_at, last.id, counted.count, first.created_at AS first_created_at, first.content
       FROM last
       CROSS JOIN LATERAL (
         SELECT created_at, content ${ofConversation('last')} ORDER BY created_at, id LIMIT 1) first
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS count FROM (SELECT ${ofConversation('last')} LIMIT ${MAX_COUNTED + 1}) counted) counted
       ORDER BY last.created_at DESC, last.id DESC`,
      [tenantId, PROTECTED_MEMORY_TYPES, now, limit, ...(after ?? [])],
    );
    return rows.map(toConversation);
  },

  findScanEnd: async (tx, tenantId, after) => {
    const rows = await tx.query<{ created_at: Date; id: string }>(
      `SELECT created_at, id ${membersBefore(after, 2)}
       ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${MAX_SCANNED - 1}`,
      [tenantId, ...(after ?? [])],
    );
    return rows[0] && [rows[0].created_at.toISOString(), rows[0].id];
  },
};

const toConversation = (row: ConversationRow): Conversation => ({
  id: row.conversation_id,
  count: Math.min(row.count, MAX_COUNTED),
  isCountExact: row.count <= MAX_COUNTED,
  firstCreatedAt: row.first_created_at,
  lastCreatedAt: row.created_at,
  lastMemoryId: row.id,
  content: row.content,
});
