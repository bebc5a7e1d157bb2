import { embeddingStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { EMBEDDED_COUNTER, isEmbedded } from '../counters/memory-counters.ts';
import { lockMemoryRows } from '../memories/lock-memory-rows.ts';

/**
 * Stores the embedding status and surprise score of memories. Ignores events of an older content revision. The update
 * does not increment the revision, publish an event or change `updated_at`. Idempotent.
 */
export const onEmbeddingCompleted = (database: Pick<Database, 'inSystemTransaction'>): Consumer => ({
  group: 'memory-embeddings',
  topics: ['embedding'],
  handle: async (events) => {
    const states = latestByMemory(events);
    if (states.length === 0) return;
    const tenantIds = states.map((state) => state.tenantId);
    const ids = states.map((state) => state.id);
    await database.inSystemTransaction((tx) =>
      Promise.all([
        lockMemoryRows(tx, tenantIds, ids),
        tx.query(
          `WITH updated AS (
             UPDATE memories m SET embedding_status = e.status, surprise_score = coalesce(e.surprise, m.surprise_score),
               embedded_change = ${isEmbedded({ embeddingStatus: 'e.status' })}::int - ${isEmbedded()}::int
             FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::float8[])
               AS e(tenant_id, id, status, content_revision, surprise)
             WHERE m.tenant_id = e.tenant_id AND m.id = e.id AND m.content_revision = e.content_revision
             RETURNING m.tenant_id, m.embedded_change)
           INSERT INTO counter_changes (tenant_id, counter, change)
           SELECT tenant_id, '${EMBEDDED_COUNTER}', sum(embedded_change) FROM updated
           GROUP BY tenant_id HAVING sum(embedded_change) <> 0`,
          [
            tenantIds,
            ids,
            states.map((state) => state.embedding_status),
            states.map((state) => state.content_revision),
            states.map((state) => state.surprise_score),
          ],
          'memory-set-embedding',
        ),
      ]),
    );
  },
});

function latestByMemory(events: readonly EventEnvelope[]) {
  const latest = new Map<string, ReturnType<typeof embeddingStateSchema.parse> & { tenantId: string }>();
  for (const event of events) {
    const state = embeddingStateSchema.parse(event.data);
    if (state.kind !== 'memory') continue;
    const known = latest.get(state.id);
    if (known && known.content_revision > state.content_revision) continue;
    latest.set(state.id, { ...state, tenantId: event.tenant_id });
  }
  return [...latest.values()];
}
