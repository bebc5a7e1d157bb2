import { mapInSlices } from '@loci/async';
import type { Transaction } from '@loci/postgres';
import type { TenantCounts } from '../insights/tenant-insights.ts';
import type { AnalyzedMemory, BaselineMemory } from '../reflection/reflect-on-memories.ts';
import type { WindowBounds } from '../reflection/time-window.ts';
import { parseTags } from './projected-memory.ts';

/** Memory of a time window, without the number of its relationships. */
export type WindowMemory = Omit<AnalyzedMemory, 'relationshipCount'>;

/** Maximum number of relationships counted per memory and direction. Limits the cost of the query. */
const MAX_COUNTED_RELATIONSHIPS = 1_000;

interface MemoryRow {
  id: string;
  content: string;
  runs: string;
  tags: string;
  memory_type: string;
  importance: number;
  access_count: number;
  /** Unix time in milliseconds. The driver would take longer to parse a timestamp. */
  created_ms: number;
  event_ms: number;
}

/**
 * Event time of a memory. `occurred_at` is null if the event time is the creation time. The expression does
 * not use `coalesce`, because PostgreSQL does not consider `coalesce` leakproof. In a table with row-level
 * security, PostgreSQL would therefore not use an index for comparisons of the event time.
 */
const EVENT_TIME = 'CASE WHEN occurred_at IS NULL THEN created_at ELSE occurred_at END';

/** SQL condition for memories that operations may use. */
const IS_USABLE = 'counted AND (expires_at IS NULL OR expires_at > now())';
/** SQL condition for memories that the totals contain although operations must not use them. */
const HAS_EXPIRED = 'counted AND expires_at <= now()';

const MEMORY_COLUMNS = `id, content, runs, tags, memory_type, importance, access_count,
  (extract(epoch FROM created_at) * 1000)::float8 AS created_ms,
  (extract(epoch FROM ${EVENT_TIME}) * 1000)::float8 AS event_ms`;

/** Counts of the relationships of a set of memories. */
export interface RelationshipCounts {
  /** Number of incoming and outgoing relationships, by memory id. Omits memories without relationships. */
  byMemory: Map<string, number>;
  /** Number of relationships by type. A relationship between two of the memories counts once. */
  byType: Map<string, number>;
}

export interface ReadModelRepository {
  /** Returns the newest `limit` memories within the bounds, in the order of their event times. */
  findWindow(tx: Transaction, tenantId: string, bounds: WindowBounds, limit: number): Promise<WindowMemory[]>;
  /** Returns the `limit` memories that directly precede the memory `before`, in the order of their event times. */
  findBaseline(
    tx: Transaction,
    tenantId: string,
    before: Pick<WindowMemory, 'id' | 'occurredAt'>,
    limit: number,
  ): Promise<BaselineMemory[]>;
  /** Returns the analyzed memories with these ids, each once, in the order of `ids`. */
  findMany(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<WindowMemory[]>;
  countRelationships(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<RelationshipCounts>;
  /** Returns statistics about all analyzed memories of the tenant. */
  countTenant(tx: Transaction, tenantId: string, now: Date): Promise<TenantCounts>;
}

export const readModelRepository: ReadModelRepository = {
  findWindow: async (tx, tenantId, { from, before }, limit) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM analyzed_memories
       WHERE tenant_id = $1 AND ${IS_USABLE}
         AND ${EVENT_TIME} >= $2 AND ${EVENT_TIME} < $3
       ORDER BY ${EVENT_TIME} DESC, id DESC LIMIT $4`,
      [tenantId, from ?? '-infinity', before ?? 'infinity', limit],
      'analysis-find-window',
    );
    return (await mapInSlices(rows, toMemory)).reverse();
  },

  findBaseline: async (tx, tenantId, before, limit) => {
    const rows = await tx.query<Pick<MemoryRow, 'memory_type' | 'runs' | 'tags'>>(
      `SELECT memory_type, runs, tags FROM analyzed_memories
       WHERE tenant_id = $1 AND ${IS_USABLE} AND (${EVENT_TIME}, id) < ($2::timestamptz, $3::uuid)
       ORDER BY ${EVENT_TIME} DESC, id DESC LIMIT $4`,
      [tenantId, before.occurredAt, before.id, limit],
      'analysis-find-earlier',
    );
    const memories = await mapInSlices(rows, (row) => ({
      memoryType: row.memory_type,
      runs: row.runs,
      tags: parseTags(row.tags),
    }));
    return memories.reverse();
  },

  findMany: async (tx, tenantId, ids) => {
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM analyzed_memories WHERE tenant_id = $1 AND ${IS_USABLE} AND id = ANY($2)`,
      [tenantId, ids],
      'analysis-find-many',
    );
    const memories = await mapInSlices(rows, toMemory);
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    return [...new Set(ids)].map((id) => byId.get(id)).filter((memory) => memory !== undefined);
  },

  countRelationships: async (tx, tenantId, ids) => {
    const rows = await tx.query<{
      memory_id: string | null;
      relationship_type: string | null;
      count: string;
    }>(
      `SELECT m.memory_id, r.relationship_type, count(DISTINCT r.id) AS count
       FROM unnest($2::uuid[]) AS m(memory_id) CROSS JOIN LATERAL (
         (SELECT id, relationship_type FROM analyzed_relationships
          WHERE tenant_id = $1 AND from_id = m.memory_id AND NOT deleted LIMIT $3)
         UNION ALL
         (SELECT id, relationship_type FROM analyzed_relationships
          WHERE tenant_id = $1 AND to_id = m.memory_id AND NOT deleted LIMIT $3)
       ) r GROUP BY GROUPING SETS (m.memory_id, r.relationship_type)`,
      [tenantId, ids, MAX_COUNTED_RELATIONSHIPS],
      'analysis-count-relationships',
    );
    const counts: RelationshipCounts = { byMemory: new Map(), byType: new Map() };
    for (const { memory_id, relationship_type, count } of rows) {
      if (memory_id !== null) counts.byMemory.set(memory_id, Number(count));
      if (relationship_type !== null) counts.byType.set(relationship_type, Number(count));
    }
    return counts;
  },

  countTenant: async (tx, tenantId, now) => {
    const [totals, since] = await Promise.all([
      tx.query<{
        memory_type: string;
        memory_count: string;
        importance_millionths: string;
        access_count: string;
      }>(
        `SELECT memory_type, sum(memory_count) AS memory_count, sum(importance_millionths) AS importance_millionths,
           sum(access_count) AS access_count
         FROM (
           SELECT memory_type, memory_count, importance_millionths, access_count FROM type_totals WHERE tenant_id = $1
           UNION ALL
           SELECT memory_type, -1, -round(importance * 1000000)::bigint, -access_count FROM analyzed_memories
           WHERE tenant_id = $1 AND ${HAS_EXPIRED}
         ) each_row GROUP BY memory_type HAVING sum(memory_count) > 0`,
        [tenantId],
        'analysis-type-totals',
      ),
      tx.query<{ last_24h: string; last_week: string; last_month: string }>(
        `SELECT ${createdSince('24 hours')} AS last_24h, ${createdSince('168 hours')} AS last_week,
           ${createdSince('720 hours')} AS last_month`,
        [tenantId, now],
        'analysis-created-since',
      ),
    ]);
    return {
      memoryTypes: new Map(totals.map((row) => [row.memory_type, Number(row.memory_count)])),
      memoriesLast24h: Number(since[0]!.last_24h),
      memoriesLastWeek: Number(since[0]!.last_week),
      memoriesLastMonth: Number(since[0]!.last_month),
      importanceSum: totals.reduce((sum, row) => sum + Number(row.importance_millionths), 0) / 1_000_000,
      accessCount: totals.reduce((sum, row) => sum + Number(row.access_count), 0),
    };
  },
};

/**
 * Returns an SQL expression for the number of memories created within `span`. Sums the hourly totals and
 * counts the memories of the incomplete first hour.
 */
const createdSince = (span: string): string => {
  const from = `$2::timestamptz - interval '${span}'`;
  const firstWholeHour = `date_trunc('hour', ${from}, 'UTC') + interval '1 hour'`;
  return `(SELECT coalesce(sum(memory_count), 0) FROM created_by_hour
      WHERE tenant_id = $1 AND hour >= ${firstWholeHour})
    + (SELECT count(*) FROM analyzed_memories
      WHERE tenant_id = $1 AND counted AND created_at >= ${from} AND created_at < ${firstWholeHour})
    - (SELECT count(*) FROM analyzed_memories
      WHERE tenant_id = $1 AND ${HAS_EXPIRED} AND created_at >= ${from})`;
};

const toMemory = (row: MemoryRow): WindowMemory => ({
  id: row.id,
  content: row.content,
  runs: row.runs,
  tags: parseTags(row.tags),
  memoryType: row.memory_type,
  importance: row.importance,
  accessCount: row.access_count,
  createdAt: new Date(row.created_ms),
  occurredAt: new Date(row.event_ms),
});
