import type { Transaction } from '@loci/postgres';
import type { AccessCount } from '../accesses/access-feed.ts';
import { TotalsDelta } from './totals.ts';

/**
 * Sets access counts and keeps their sums. Idempotent. Counts of memories that have not arrived yet, or are
 * not analysed, are ignored.
 */
export async function storeAccessCounts(tx: Transaction, counts: readonly AccessCount[]): Promise<void> {
  const rows = await tx.query<{
    tenant_id: string;
    id: string;
    memory_type: string;
    access_count: number;
    counted_before: number;
  }>(
    `WITH held AS (
       SELECT m.tenant_id, m.id, m.memory_type, m.access_count AS counted_before, wanted.access_count
       FROM analysed_memories m
       JOIN unnest($1::uuid[], $2::uuid[], $3::int[]) AS wanted(tenant_id, id, access_count)
         ON m.tenant_id = wanted.tenant_id AND m.id = wanted.id
       WHERE m.counted ORDER BY m.tenant_id, m.id FOR UPDATE OF m)
     UPDATE analysed_memories m SET access_count = held.access_count FROM held
     WHERE m.tenant_id = held.tenant_id AND m.id = held.id AND held.access_count <> held.counted_before
     RETURNING m.tenant_id, m.id, m.memory_type, m.access_count, held.counted_before`,
    [
      counts.map((count) => count.tenantId),
      counts.map((count) => count.id),
      counts.map((count) => count.accessCount),
    ],
    'analysis-store-access-counts',
  );
  const totals = new TotalsDelta();
  for (const row of rows) {
    totals.addAccesses(
      { tenantId: row.tenant_id, memoryType: row.memory_type },
      row.access_count - row.counted_before,
    );
  }
  await totals.store(tx);
}
