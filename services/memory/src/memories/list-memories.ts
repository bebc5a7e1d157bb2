import { PROTECTED_MEMORY_TYPES, normalizeTags } from '@loci/contracts';
import type { MemoryType } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { continueAfter, timeAndId, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { z } from 'zod';
import type { InTransaction, Transaction } from '@loci/postgres';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import type { MemoryWithRelationships } from './get-memory.ts';
import { MEMORY_COLUMNS, toMemory } from './memory.repository.ts';
import type { MemoryRow } from './memory.repository.ts';
import type { Memory } from './memory.ts';
import type { SORTS, TIME_RANGES } from './memory.schemas.ts';
import { timeRange } from './time-range.ts';

export interface MemoryFilter {
  memoryType?: MemoryType | undefined;
  userId?: string | undefined;
  minImportance?: number | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  timeRange?: (typeof TIME_RANGES)[number] | undefined;
  /** Tags before normalization. A memory matches if it has any of them. */
  tags?: readonly string[] | undefined;
  includeInactive: boolean;
}

export interface ListMemoriesDeps {
  inTransaction: InTransaction;
  now(): Date;
}

type Sort = (typeof SORTS)[number];

const importanceAndId = z.tuple([z.number(), z.guid()]);

/**
 * SQL type, cursor key and value of each sort column. A cursor key ends with the id, which orders memories
 * with equal values.
 */
const SORT_COLUMNS = {
  created_at: {
    type: 'timestamptz',
    key: timeAndId,
    sortValue: (memory: Memory) => memory.createdAt.toISOString(),
  },
  updated_at: {
    type: 'timestamptz',
    key: timeAndId,
    sortValue: (memory: Memory) => memory.updatedAt.toISOString(),
  },
  importance: { type: 'float8', key: importanceAndId, sortValue: (memory: Memory) => memory.importance },
} as const;

const sortColumn = (sort: Sort) => sort.replace('-', '') as keyof typeof SORT_COLUMNS;

/** Name of the list in cursors. Each sort order is a separate list. */
export const memoryListName = (sort: Sort): string => `memories:${sort}`;

/** Returns the cursor key of a memory, which consists of its sort value and id. */
export const memoryCursorKey = (sort: Sort, memory: Memory): [string | number, string] => [
  SORT_COLUMNS[sortColumn(sort)].sortValue(memory),
  memory.id,
];

/**
 * Lists the memories that match a filter. Protected memories match only if the filter names their type.
 *
 * @returns the page, plus one memory if there is a next page, and the number of all matching memories
 * @throws VAL_FIELD_INVALID for a cursor of another sort order
 * @see docs/reference/memories.md#list-memories
 */
export async function listMemories(
  { inTransaction, now }: ListMemoriesDeps,
  caller: Caller,
  filter: MemoryFilter,
  sort: Sort,
  page: CursorPage,
): Promise<{ items: MemoryWithRelationships[]; total: number }> {
  const where = toConditions(caller.tenantId, filter, now());
  return inTransaction(caller.tenantId, async (tx) => {
    const [memories, total] = await Promise.all([selectPage(tx, where, sort, page), countAll(tx, where)]);
    const relationships = await findRelationshipSummaries(
      tx,
      caller.tenantId,
      memories.map((memory) => memory.id),
    );
    return {
      items: memories.map((memory) => ({ memory, relationships: relationships.get(memory.id) ?? [] })),
      total,
    };
  });
}

interface Conditions {
  sql: string;
  values: unknown[];
}

async function selectPage(tx: Transaction, { sql, values }: Conditions, sort: Sort, page: CursorPage) {
  const column = sortColumn(sort);
  const { type, key } = SORT_COLUMNS[column];
  const [direction, follows] = sort.startsWith('-') ? ['DESC', '<'] : ['ASC', '>'];
  const after = continueAfter<typeof key>(page.cursor, memoryListName(sort), key) ?? [];
  const { limit, offset } = toLimit(page);
  const next = values.length + 1;
  const keyset =
    after.length === 0 ? '' : `AND (${column}, id) ${follows} ($${next + 2}::${type}, $${next + 3}::uuid)`;
  const rows = await tx.query<MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM memories WHERE ${sql} ${keyset}
     ORDER BY ${column} ${direction}, id ${direction} LIMIT $${next} OFFSET $${next + 1}`,
    [...values, limit, offset, ...after],
  );
  return rows.map(toMemory);
}

async function countAll(tx: Transaction, { sql, values }: Conditions): Promise<number> {
  const rows = await tx.query<{ total: string }>(
    `SELECT count(*) AS total FROM memories WHERE ${sql}`,
    values,
  );
  return Number(rows[0]!.total);
}

function toConditions(tenantId: string, filter: MemoryFilter, now: Date): Conditions {
  const parts: string[] = ['tenant_id = $1'];
  const values: unknown[] = [tenantId];
  const add = (sql: (placeholder: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  if (!filter.includeInactive) parts.push('is_active');
  if (filter.memoryType === undefined) add((p) => `memory_type <> ALL(${p})`, PROTECTED_MEMORY_TYPES);
  else add((p) => `memory_type = ${p}`, filter.memoryType);
  if (filter.userId !== undefined) add((p) => `user_id = ${p}`, filter.userId);
  if (filter.minImportance !== undefined) add((p) => `importance >= ${p}`, filter.minImportance);
  if (filter.createdFrom) add((p) => `created_at >= ${p}`, filter.createdFrom);
  if (filter.createdTo) add((p) => `created_at <= ${p}`, filter.createdTo);
  if (filter.timeRange) {
    const { from, before } = timeRange(filter.timeRange, now);
    add((p) => `created_at >= ${p}`, from);
    if (before) add((p) => `created_at < ${p}`, before);
  }
  if (filter.tags) {
    const tags = normalizeTags(filter.tags);
    // `memory_tags` does not contain the tags of inactive versions.
    if (filter.includeInactive) add((p) => `tags && ${p}::text[]`, tags);
    else {
      add(
        (p) => `id IN (SELECT memory_id FROM memory_tags t WHERE t.tenant_id = $1 AND t.tag = ANY(${p}))`,
        tags,
      );
    }
  }
  return { sql: parts.join(' AND '), values };
}
