import { embeddingStateSchema } from '@loci/events';
import type { EmbeddingState, EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { EMBEDDED_COUNTER, isEmbedded } from '../counters/memory-counters.ts';
import { lockMemoryRows } from '../memories/lock-memory-rows.ts';
import type { SuggestionRepository } from '../suggestions/suggestion.repository.ts';
import type { SimilarPair } from '../suggestions/suggestion.ts';

export interface OnEmbeddingCompletedDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  suggestions: Pick<SuggestionRepository, 'record' | 'removeOutdated'>;
  newId(): string;
  now(): Date;
}

/**
 * Stores the embedding status and surprise score of memories. Ignores events of an older content revision. The update
 * does not increment the revision, publish an event or change `updated_at`. Stores suggestions for the similar memories in
 * the events, and deletes open suggestions on earlier contents. Idempotent.
 */
export const onEmbeddingCompleted = ({
  database,
  suggestions,
  newId,
  now,
}: OnEmbeddingCompletedDeps): Consumer => ({
  group: 'memory-embeddings',
  topics: ['embedding'],
  handle: async (events) => {
    const states = latestByMemory(events);
    if (states.length === 0) return;
    const tenantIds = states.map((state) => state.tenantId);
    const ids = states.map((state) => state.id);
    const pairs = states.flatMap(toSimilarPairs);
    const changed = states.flatMap(({ tenantId, id, content_revision: contentRevision }) =>
      contentRevision > 1 ? [{ tenantId, memoryId: id, contentRevision }] : [],
    );
    await database.inSystemTransaction((tx) =>
      Promise.all([
        // The foreign keys of suggestions lock the rows of both memories.
        lockMemoryRows(
          tx,
          [...tenantIds, ...pairs.map((pair) => pair.tenantId)],
          [...ids, ...pairs.map((pair) => pair.otherId)],
        ),
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
        changed.length > 0 && suggestions.removeOutdated(tx, changed),
        pairs.length > 0 &&
          suggestions.record(
            tx,
            pairs.map((pair) => ({ ...pair, id: newId() })),
            now(),
          ),
      ]),
    );
  },
});

interface EmbeddedMemory extends EmbeddingState {
  tenantId: string;
}

const toSimilarPairs = ({
  tenantId,
  id,
  content_revision: contentRevision,
  similar = [],
}: EmbeddedMemory): SimilarPair[] =>
  similar.map(({ memory_id: otherId, ...found }) => ({
    ...found,
    tenantId,
    memoryId: id,
    contentRevision,
    otherId,
  }));

function latestByMemory(events: readonly EventEnvelope[]): EmbeddedMemory[] {
  const latest = new Map<string, EmbeddedMemory>();
  for (const event of events) {
    const state = embeddingStateSchema.parse(event.data);
    if (state.kind !== 'memory') continue;
    const known = latest.get(state.id);
    if (known && known.content_revision > state.content_revision) continue;
    latest.set(state.id, { ...state, tenantId: event.tenant_id });
  }
  return [...latest.values()];
}
