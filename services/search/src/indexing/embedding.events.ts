import type { EmbeddingState, EventType } from '@loci/events';
import type { DomainEvent } from '@loci/messaging';
import type { SimilarItem } from './find-similar-pairs.ts';
import type { ItemToIndex } from './index-change.ts';

export interface EmbeddingOutcome extends ItemToIndex {
  status: 'completed' | 'failed';
  /** Surprise score, 0..1. Null if it was not measured. */
  surprise: number | null;
}

/**
 * Creates an `embedding.completed` or `embedding.failed` event.
 *
 * @param similar memory that says nearly the same as the item, or the opposite
 * @see docs/reference/events.md#embedding-events
 */
export function embeddingStateChanged(
  { kind, item, contentRevision, status, surprise }: EmbeddingOutcome,
  similar: SimilarItem | undefined,
  now: Date,
): DomainEvent {
  const data: EmbeddingState = {
    id: item.id,
    kind,
    document_id: item.documentId,
    embedding_status: status,
    content_revision: contentRevision,
    surprise_score: surprise,
    ...(similar && { similar: [similar] }),
  };
  return {
    type: `embedding.${status}` satisfies EventType,
    topic: 'embedding',
    tenantId: item.tenantId,
    aggregateId: item.id,
    revision: item.revision,
    occurredAt: now,
    data,
  };
}
