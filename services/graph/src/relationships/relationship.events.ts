import type { EventType, RelationshipState } from '@loci/events';
import type { DomainEvent } from '@loci/messaging';
import type { Relationship } from './relationship.ts';

/** The fields of a deleted relationship that its `relationship.deleted` event needs. */
export type RemovedRelationship = Pick<Relationship, 'tenantId' | 'id' | 'revision' | 'fromId' | 'toId'>;

export const relationshipCreated = (relationship: Relationship): DomainEvent =>
  event('relationship.created', relationship, relationship.updatedAt, toRelationshipState(relationship));
export const relationshipUpdated = (relationship: Relationship): DomainEvent =>
  event('relationship.updated', relationship, relationship.updatedAt, toRelationshipState(relationship));

/**
 * Builds the tombstone event of a deleted relationship. The revision of the event is one higher than that of
 * the relationship, so that the event supersedes all earlier events.
 */
export const relationshipDeleted = (removed: RemovedRelationship, now: Date): DomainEvent =>
  event('relationship.deleted', { ...removed, revision: removed.revision + 1 }, now, {
    id: removed.id,
    from_id: removed.fromId,
    to_id: removed.toId,
  });

/**
 * Builds the tombstone of a derived relationship that is not created, because the relationship `existingId`
 * already connects both memories. The service that assigned the derived id replaces it with `existingId`.
 */
export const relationshipDuplicate = (derived: Relationship, existingId: string): DomainEvent =>
  event('relationship.deleted', { ...derived, revision: derived.revision + 1 }, derived.createdAt, {
    id: derived.id,
    from_id: derived.fromId,
    to_id: derived.toId,
    duplicate_of: existingId,
  });

function event(
  type: EventType,
  { tenantId, id, revision }: RemovedRelationship,
  occurredAt: Date,
  data: Record<string, unknown>,
): DomainEvent {
  return { type, topic: 'relationship', tenantId, aggregateId: id, revision, occurredAt, data };
}

export function toRelationshipState(relationship: Relationship): RelationshipState {
  return {
    id: relationship.id,
    from_id: relationship.fromId,
    to_id: relationship.toId,
    relationship_type: relationship.relationshipType,
    direction_type: relationship.directionType,
    strength: relationship.strength,
    confidence: relationship.confidence,
    created_at: relationship.createdAt.toISOString(),
    updated_at: relationship.updatedAt.toISOString(),
    origin: relationship.origin,
    created_by: relationship.createdBy,
    is_active: relationship.isActive,
    ...(relationship.validFrom !== null && { valid_from: relationship.validFrom.toISOString() }),
    ...(relationship.validUntil !== null && { valid_until: relationship.validUntil.toISOString() }),
  };
}
