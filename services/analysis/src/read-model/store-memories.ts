import { unavailable } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { ProjectedMemory } from './projected-memory.ts';
import { serializeRuns } from './projected-memory.ts';
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

/**
 * Brings the read model and its sums up to these states. Idempotent: a state that is not newer than the one
 * held is skipped, also when it comes back after a deletion.
 *
 * @param memories at most one state per memory
 * @throws SYS_SERVICE_UNAVAILABLE when another process stores one of them at the same moment: to be tried again
 */
export async function storeMemories(tx: Transaction, memories: readonly ProjectedMemory[]): Promise<void> {
  const inOrder = [...memories].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const held = await lockStored(tx, inOrder);
  const totals = new TotalsDelta();
  const newer = inOrder.filter((memory) => memory.revision > Number(held.get(keyOf(memory))?.revision ?? 0));
  for (const memory of newer) {
    const before = held.get(keyOf(memory));
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
  // Rows that are not there yet cannot be locked. Whoever was faster has counted the memory already.
  if (inserted !== newer.filter((memory) => !held.has(keyOf(memory))).length) {
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
     FROM analysed_memories m JOIN unnest($1::uuid[], $2::uuid[]) AS wanted(tenant_id, id)
       ON m.tenant_id = wanted.tenant_id AND m.id = wanted.id
     ORDER BY m.tenant_id, m.id FOR UPDATE OF m`,
    [memories.map((memory) => memory.tenantId), memories.map((memory) => memory.id)],
    'analysis-lock-memories',
  );
  return new Map(rows.map((row) => [keyOf({ tenantId: row.tenant_id, id: row.id }), row]));
}

/** Resolves to how many rows are new. */
async function upsert(tx: Transaction, memories: readonly ProjectedMemory[]): Promise<number> {
  const rows = await tx.query<{ inserted: boolean }>(
    `INSERT INTO analysed_memories (tenant_id, id, revision, counted, content, runs, memory_type, importance,
       access_count, created_at)
     SELECT tenant_id, id, revision, counted, content, runs, memory_type, importance, 0, created_at
     FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::float8[],
       $9::timestamptz[])
       AS m(tenant_id, id, revision, counted, content, runs, memory_type, importance, created_at)
     ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, counted = excluded.counted,
       content = excluded.content, runs = excluded.runs, memory_type = excluded.memory_type,
       importance = excluded.importance, created_at = excluded.created_at
     RETURNING xmax = 0 AS inserted`,
    [
      memories.map((memory) => memory.tenantId),
      memories.map((memory) => memory.id),
      memories.map((memory) => memory.revision),
      memories.map((memory) => memory.counted),
      memories.map((memory) => memory.content),
      memories.map((memory) => serializeRuns(memory.runs)),
      memories.map((memory) => memory.memoryType),
      memories.map((memory) => memory.importance),
      memories.map((memory) => memory.createdAt),
    ],
    'analysis-store-memories',
  );
  return rows.filter((row) => row.inserted).length;
}

const keyOf = ({ tenantId, id }: Pick<ProjectedMemory, 'tenantId' | 'id'>): string => `${tenantId} ${id}`;
