import { unavailable } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { ProjectedMemory } from './projected-memory.ts';
import { serializeRuns, serializeTags } from './projected-memory.ts';
import { TotalsDelta } from './totals.ts';

interface StoredRow {
  tenant_id: string;
  id: string;
  revision: string;
  counted: boolean;
  memory_type: string;
  importance: number;
  access_count: number;
  created_at: Date;
}

interface MemoryRow {
  tenant_id: string;
  id: string;
  revision: number;
  counted: boolean;
  content: string;
  runs: string;
  tags: string;
  memory_type: string;
  importance: number;
  created_at: Date;
  occurred_at: Date;
}

/** PostgreSQL type of each column, in the order of the parameters. */
const COLUMN_TYPES = {
  tenant_id: 'uuid',
  id: 'uuid',
  revision: 'bigint',
  counted: 'boolean',
  content: 'text',
  runs: 'text',
  tags: 'text',
  memory_type: 'text',
  importance: 'float8',
  created_at: 'timestamptz',
  occurred_at: 'timestamptz',
} as const satisfies Record<keyof MemoryRow, string>;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof MemoryRow)[];

/**
 * Stores memories in the read model and updates their totals. Skips a memory whose stored revision is equal
 * or newer, so that deleted memories stay deleted. Idempotent.
 *
 * @param memories at most one revision of each memory
 * @throws SYS_SERVICE_UNAVAILABLE if a concurrent transaction inserted one of the memories. A retry succeeds.
 */
export async function storeMemories(tx: Transaction, memories: readonly ProjectedMemory[]): Promise<void> {
  // All writers lock rows in the order of the primary key, so that they cannot deadlock.
  const inOrder = [...memories].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const stored = await lockStored(tx, inOrder);
  const totals = new TotalsDelta();
  const newer = inOrder.filter(
    (memory) => memory.revision > Number(stored.get(keyOf(memory))?.revision ?? 0),
  );
  for (const memory of newer) {
    const before = stored.get(keyOf(memory));
    const accessCount = before?.access_count ?? 0;
    if (before?.counted) {
      totals.remove({
        tenantId: memory.tenantId,
        memoryType: before.memory_type,
        importance: before.importance,
        accessCount,
        createdAt: before.created_at,
      });
    }
    if (memory.counted) totals.add({ ...memory, accessCount });
  }
  if (newer.length === 0) return;
  const inserted = await upsert(tx, newer);
  // A row that does not exist yet cannot be locked. If a concurrent transaction has inserted it, that transaction has
  // already added the memory to the totals.
  if (inserted !== newer.filter((memory) => !stored.has(keyOf(memory))).length) {
    throw unavailable('A memory that another process is storing');
  }
  await totals.store(tx);
}

async function lockStored(
  tx: Transaction,
  memories: readonly ProjectedMemory[],
): Promise<Map<string, StoredRow>> {
  const rows = await tx.query<StoredRow>(
    `SELECT m.tenant_id, m.id, m.revision, m.counted, m.memory_type, m.importance, m.access_count, m.created_at
     FROM analyzed_memories m JOIN unnest($1::uuid[], $2::uuid[]) AS wanted(tenant_id, id)
       ON m.tenant_id = wanted.tenant_id AND m.id = wanted.id
     ORDER BY m.tenant_id, m.id FOR UPDATE OF m`,
    [memories.map((memory) => memory.tenantId), memories.map((memory) => memory.id)],
    'analysis-lock-memories',
  );
  return new Map(rows.map((row) => [keyOf({ tenantId: row.tenant_id, id: row.id }), row]));
}

/** Inserts new memories and updates existing ones, which keep their access count. Returns the number of inserts. */
async function upsert(tx: Transaction, memories: readonly ProjectedMemory[]): Promise<number> {
  const inputs = memories.map(toRow);
  const columns = COLUMNS.join(', ');
  const updates = COLUMNS.filter((column) => column !== 'tenant_id' && column !== 'id');
  const rows = await tx.query<{ inserted: boolean }>(
    `INSERT INTO analyzed_memories (${columns}, access_count)
     SELECT ${columns}, 0
     FROM unnest(${COLUMNS.map((column, i) => `$${i + 1}::${COLUMN_TYPES[column]}[]`).join(', ')}) AS m(${columns})
     ON CONFLICT (tenant_id, id) DO UPDATE SET ${updates.map((column) => `${column} = excluded.${column}`).join(', ')}
     RETURNING xmax = 0 AS inserted`,
    COLUMNS.map((column) => inputs.map((row) => row[column])),
    'analysis-store-memories',
  );
  return rows.filter((row) => row.inserted).length;
}

const toRow = (memory: ProjectedMemory): MemoryRow => ({
  tenant_id: memory.tenantId,
  id: memory.id,
  revision: memory.revision,
  counted: memory.counted,
  content: memory.content,
  runs: serializeRuns(memory.runs),
  tags: serializeTags(memory.tags),
  memory_type: memory.memoryType,
  importance: memory.importance,
  created_at: memory.createdAt,
  occurred_at: memory.occurredAt,
});

const keyOf = ({ tenantId, id }: Pick<ProjectedMemory, 'tenantId' | 'id'>): string => `${tenantId} ${id}`;
