import type { Transaction } from '@loci/postgres';
import type { AccessCount } from '../accesses/access-feed.ts';
import { TotalsDelta } from './totals.ts';

/**
 * Stores access counts and updates their totals. Idempotent. Ignores memories that are not in the read model
 * and memories that are not analyzed.
 */
export async function storeAccessCounts(tx: Transaction, counts: readonly AccessCount[]): Promise<void> {
  const rows = await tx.query<{
    tenant_id: string;
    id: string;
    memory_type: string;
    access_count: number;
    previous_count: number;
  }>(
    `WITH stored AS (
       SELECT m.tenant_id, m.id, m.memory_type, m.access_count AS previous_count, wanted.access_count
       FROM analyzed_memories m
       JOIN unnest($1::uuid[], $2::uuid[], $3::int[]) AS wanted(tenant_id, id, access_count)
         ON m.tenant_id = wanted.tenant_id AND m.id = wanted.id
       WHERE m.counted ORDER BY m.tenant_id, m.id FOR UPDATE OF m)
     UPDATE analyzed_memories m SET access_count = stored.access_count FROM stored
     WHERE m.tenant_id = stored.tenant_id AND m.id = stored.id AND stored.access_count <> stored.previous_count
     RETURNING m.tenant_id, m.id, m.memory_type, m.access_count, stored.previous_count`,
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
      row.access_count - row.previous_count,
    );
  }
  await totals.store(tx);
}
