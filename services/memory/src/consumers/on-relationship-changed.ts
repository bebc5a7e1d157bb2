import { relationshipDeletedSchema, relationshipStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { storeRelationships } from '../relationships/relationship-projection.repository.ts';
import type { ProjectedRelationship } from '../relationships/relationship-projection.repository.ts';

/** Updates the relationships that memory responses contain. Idempotent and independent of the order of events. */
export const onRelationshipChanged = (database: Pick<Database, 'inSystemTransaction'>): Consumer => ({
  group: 'memory-relationships',
  topics: ['relationship'],
  handle: (events) => {
    const relationships = latestRevisions(events).map(toProjectedRelationship);
    return database.inSystemTransaction((tx) => storeRelationships(tx, relationships));
  },
});

function latestRevisions(events: readonly EventEnvelope[]): EventEnvelope[] {
  const inOrder = [...events].sort((a, b) => a.revision - b.revision);
  return [...new Map(inOrder.map((event) => [event.aggregate_id, event])).values()];
}

function toProjectedRelationship(event: EventEnvelope): ProjectedRelationship {
  const identity = { tenantId: event.tenant_id, revision: event.revision };
  if (event.type === 'relationship.deleted') {
    const tombstone = relationshipDeletedSchema.parse(event.data);
    return {
      ...identity,
      id: tombstone.id,
      deleted: true,
      fromId: tombstone.from_id,
      toId: tombstone.to_id,
      relationshipType: '',
      directionType: '',
      strength: 0,
      confidence: 0,
      createdAt: new Date(event.occurred_at),
      isActive: false,
    };
  }
  const state = relationshipStateSchema.parse(event.data);
  return {
    ...identity,
    id: state.id,
    deleted: false,
    fromId: state.from_id,
    toId: state.to_id,
    relationshipType: state.relationship_type,
    directionType: state.direction_type,
    strength: state.strength,
    confidence: state.confidence,
    createdAt: new Date(state.created_at),
    isActive: state.is_active,
  };
}
