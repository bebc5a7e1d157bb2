import { PROTECTED_MEMORY_TYPES, normalizeTags } from '@loci/contracts';
import type { MemoryType } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Page } from '@loci/http';
import type { InTransaction, Transaction } from '@loci/postgres';
import { findShownRelationships } from '../relationships/relationship-projection.ts';
import type { MemoryWithRelationships } from './get-memory.ts';
import { MEMORY_COLUMNS, toMemory } from './memory.repository.ts';
import type { SORTS, TIME_RANGES } from './memory.schemas.ts';
import { timeRange } from './time-range.ts';

export interface MemoryFilter {
  memoryType?: MemoryType | undefined;
  userId?: string | undefined;
  minImportance?: number | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  timeRange?: (typeof TIME_RANGES)[number] | undefined;
  /** As given: any of them, after normalisation. */
  tags?: readonly string[] | undefined;
  includeInactive: boolean;
}

export interface ListMemoriesDeps {
  inTransaction: InTransaction;
  now(): Date;
}

const ORDER: Record<(typeof SORTS)[number], string> = {
  created_at: 'created_at ASC, id ASC',
  '-created_at': 'created_at DESC, id DESC',
  importance: 'importance ASC, id ASC',
  '-importance': 'importance DESC, id DESC',
  updated_at: 'updated_at ASC, id ASC',
  '-updated_at': 'updated_at DESC, id DESC',
};

/**
 * A page of memories, with the number of all that pass the filter. Without a type, protected memories are
 * left out.
 * @see SPEC.md "Memories" 3
 */
export async function listMemories(
  { inTransaction, now }: ListMemoriesDeps,
  caller: Caller,
  filter: MemoryFilter,
  sort: (typeof SORTS)[number],
  page: Page,
): Promise<{ items: MemoryWithRelationships[]; total: number }> {
  const where = toConditions(caller.tenantId, filter, now());
  return inTransaction(caller.tenantId, async (tx) => {
    const [memories, total] = await Promise.all([
      selectPage(tx, where, ORDER[sort], page),
      countAll(tx, where),
    ]);
    const relationships = await findShownRelationships(
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

async function selectPage(
  tx: Transaction,
  { sql, values }: Conditions,
  order: string,
  { page, perPage }: Page,
) {
  const rows = await tx.query<Parameters<typeof toMemory>[0]>(
    `SELECT ${MEMORY_COLUMNS} FROM memories WHERE ${sql} ORDER BY ${order}
     LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, perPage, (page - 1) * perPage],
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
    // Inactive versions keep their tags but are not counted among a tag's memories.
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
