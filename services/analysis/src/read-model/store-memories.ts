import type { Transaction } from '@loci/postgres';
import type { ProjectedMemory } from './projected-memory.ts';
import { serializeTags } from './projected-memory.ts';
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
  expires_at: Date | null;
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
  expires_at: 'timestamptz',
} as const satisfies Record<keyof MemoryRow, string>;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof MemoryRow)[];

/**
 * Stores memories in the read model and updates their totals. Skips a memory whose stored revision is equal
 * or newer, so that deleted memories stay deleted. Idempotent. If a concurrent transaction inserts one of the
 * memories, waits until that transaction ends.
 *
 * @param memories at most one revision of each memory
 */
export async function storeMemories(tx: Transaction, memories: readonly ProjectedMemory[]): Promise<void> {
  // All writers insert rows, and then lock rows, in the order of the primary key, so that they cannot
  // deadlock.
  const inOrder = [...memories].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const totals = new TotalsDelta();
  // A row that does not exist cannot be locked. Inserting it first shows which of two concurrent transactions
  // adds the memory to the totals.
  const inserted = await write(tx, inOrder, 'insert');
  for (const memory of inOrder)
    if (inserted.has(keyOf(memory)) && memory.counted) totals.add({ ...memory, accessCount: 0 });
  const existing = inOrder.filter((memory) => !inserted.has(keyOf(memory)));
  await update(tx, existing, totals);
  await totals.store(tx);
}

/** Updates the rows whose stored revision is older than the revision of the memory. */
async function update(
  tx: Transaction,
  memories: readonly ProjectedMemory[],
  totals: TotalsDelta,
): Promise<void> {
  if (memories.length === 0) return;
  const stored = await lockStored(tx, memories);
  const newer = memories.filter((memory) => {
    const before = stored.get(keyOf(memory));
    // The row is missing if the tenant was deleted after the attempt to insert the row.
    return before !== undefined && memory.revision > Number(before.revision);
  });
  if (newer.length === 0) return;
  for (const memory of newer) {
    const before = stored.get(keyOf(memory))!;
    const accessCount = before.access_count;
    if (before.counted) {
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
  await write(tx, newer, 'update');
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

const UPDATES = COLUMNS.filter((column) => column !== 'tenant_id' && column !== 'id').map(
  (column) => `${column} = excluded.${column}`,
);
const ON_CONFLICT = { insert: 'NOTHING', update: `UPDATE SET ${UPDATES.join(', ')}` };

/**
 * Writes memories in the given order. `insert` keeps existing rows, and `update` replaces them except for
 * their access count.
 *
 * @returns the keys of the rows that were written
 */
async function write(
  tx: Transaction,
  memories: readonly ProjectedMemory[],
  action: keyof typeof ON_CONFLICT,
): Promise<Set<string>> {
  const inputs = memories.map(toRow);
  const columns = COLUMNS.join(', ');
  const rows = await tx.query<Pick<StoredRow, 'tenant_id' | 'id'>>(
    `INSERT INTO analyzed_memories (${columns}, access_count)
     SELECT ${columns}, 0
     FROM unnest(${COLUMNS.map((column, i) => `$${i + 1}::${COLUMN_TYPES[column]}[]`).join(', ')}) AS m(${columns})
     ON CONFLICT (tenant_id, id) DO ${ON_CONFLICT[action]}
     RETURNING tenant_id, id`,
    COLUMNS.map((column) => inputs.map((row) => row[column])),
    `analysis-${action}-memories`,
  );
  return new Set(rows.map((row) => keyOf({ tenantId: row.tenant_id, id: row.id })));
}

const toRow = (memory: ProjectedMemory): MemoryRow => ({
  tenant_id: memory.tenantId,
  id: memory.id,
  revision: memory.revision,
  counted: memory.counted,
  content: memory.content,
  runs: memory.runs,
  tags: serializeTags(memory.tags),
  memory_type: memory.memoryType,
  importance: memory.importance,
  created_at: memory.createdAt,
  occurred_at: memory.occurredAt,
  expires_at: memory.expiresAt,
});

const keyOf = ({ tenantId, id }: Pick<ProjectedMemory, 'tenantId' | 'id'>): string => `${tenantId} ${id}`;
