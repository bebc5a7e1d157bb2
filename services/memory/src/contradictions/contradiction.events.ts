import type { ContradictionState, EventType } from '@loci/events';
import type { DomainEvent } from '@loci/messaging';
import type { Contradiction } from './contradiction.ts';

export const contradictionReported = (contradiction: Contradiction): DomainEvent =>
  event('contradiction.reported', contradiction, contradiction.detectedAt);

export const contradictionResolved = (contradiction: Contradiction, at: Date): DomainEvent =>
  event('contradiction.resolved', contradiction, at);

const event = (type: EventType, contradiction: Contradiction, occurredAt: Date): DomainEvent => ({
  type,
  topic: 'contradiction',
  tenantId: contradiction.tenantId,
  aggregateId: contradiction.id,
  revision: contradiction.revision,
  occurredAt,
  data: toState(contradiction),
});

const toState = (contradiction: Contradiction): ContradictionState => ({
  id: contradiction.id,
  source_memory_id: contradiction.sourceMemoryId,
  target_memory_id: contradiction.targetMemoryId,
  contradiction_type: contradiction.contradictionType,
  resolution_status: contradiction.resolutionStatus,
  confidence: contradiction.confidence,
  metadata: contradiction.metadata,
  detected_at: contradiction.detectedAt.toISOString(),
  detected_by: contradiction.detectedBy,
  relationship_id: contradiction.relationshipId,
  resolution: contradiction.resolution,
  reason: contradiction.reason,
  resolved_at: contradiction.resolvedAt?.toISOString() ?? null,
  resolved_by: contradiction.resolvedBy,
  new_memory_id: contradiction.newMemoryId,
});
