import { MAX_CONTEXT_CONTENT, MAX_CONTEXT_CONTRADICTIONS, PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import type { ContextMemoryWire, OpenContradiction, PinnedMemories } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import { isListed } from '../time/validity-conditions.ts';

/** Reads the parts of a context that only the memory service knows. */
export interface ContextRepository {
  /** Returns the newest pinned memories that are true at a time, newest first. */
  listPinned(tx: Transaction, tenantId: string, limit: number, now: Date): Promise<PinnedMemories>;
  /**
   * Returns the newest unresolved contradictions of memories, at most `MAX_CONTEXT_CONTRADICTIONS`, newest first. Both
   * memories of a contradiction are true at the time.
   */
  listOpenContradictions(
    tx: Transaction,
    tenantId: string,
    memoryIds: readonly string[],
    now: Date,
  ): Promise<OpenContradiction[]>;
}

type MemoryColumns = Omit<ContextMemoryWire, 'occurred_at'> & { occurred_at: Date };
type ContradictionRow = Pick<OpenContradiction, 'id' | 'contradiction_type' | 'confidence'> & {
  detected_at: Date;
  source: ContextMemoryWire;
  target: ContextMemoryWire;
};

/** Columns of a memory in a context. */
const COLUMNS = `id, left(content, ${MAX_CONTEXT_CONTENT + 1}) AS content, memory_type, importance, tags,
  coalesce(occurred_at, created_at) AS occurred_at`;
/** Open contradictions of one memory in one direction. More of the same memory would not add information. */
const MAX_PER_MEMORY = 5;

export const contextRepository: ContextRepository = {
  listPinned: async (tx, tenantId, limit, now) => {
    const rows = await tx.query<MemoryColumns>(
      `SELECT ${COLUMNS} FROM memories
       WHERE tenant_id = $1 AND pinned AND memory_type <> ALL($2) AND ${isListed(new Set(), '$3')}
       ORDER BY created_at DESC, id DESC LIMIT $4`,
      [tenantId, PROTECTED_MEMORY_TYPES, now, limit + 1],
      'context-pinned',
    );
    return { items: rows.slice(0, limit).map(toMemory), has_more: rows.length > limit };
  },

  listOpenContradictions: async (tx, tenantId, memoryIds, now) => {
    const newest = (column: 'source_memory_id' | 'target_memory_id'): string =>
      `(SELECT id, contradiction_type, confidence, detected_at, source_memory_id, target_memory_id FROM contradictions
        WHERE tenant_id = $1 AND ${column} = of_memory.id AND resolution_status = 'unresolved'
        ORDER BY detected_at DESC, id DESC LIMIT ${MAX_PER_MEMORY})`;
    const memory = (column: string): string =>
      `CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM memories
        WHERE tenant_id = $1 AND id = c.${column}_memory_id AND ${isListed(new Set(), '$3')}) ${column}`;
    const rows = await tx.query<ContradictionRow>(
      `SELECT c.id, c.contradiction_type, c.confidence, c.detected_at, row_to_json(source) AS source, row_to_json(target) AS target
       FROM (SELECT DISTINCT found.* FROM unnest($2::uuid[]) AS of_memory(id)
         CROSS JOIN LATERAL (${newest('source_memory_id')} UNION ALL ${newest('target_memory_id')}) found) c
       ${memory('source')} ${memory('target')}
       ORDER BY c.detected_at DESC, c.id DESC LIMIT ${MAX_CONTEXT_CONTRADICTIONS}`,
      [tenantId, memoryIds, now],
      'context-contradictions',
    );
    return rows.map(({ detected_at, source, target, ...row }) => ({
      ...row,
      detected_at: detected_at.toISOString(),
      source: withIsoTime(source),
      target: withIsoTime(target),
    }));
  },
};

const toMemory = ({ occurred_at, ...row }: MemoryColumns): ContextMemoryWire => ({
  ...row,
  occurred_at: occurred_at.toISOString(),
});

/** Formats the time of a row that PostgreSQL converted to JSON. */
const withIsoTime = (memory: ContextMemoryWire): ContextMemoryWire => ({
  ...memory,
  occurred_at: new Date(memory.occurred_at).toISOString(),
});
