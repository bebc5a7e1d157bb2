import { contradictionStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import { deriveRelationships } from '../relationships/derive-relationships.ts';
import type { DerivedRelationship, DeriveRelationshipsDeps } from '../relationships/derive-relationships.ts';
import { groupByTenant } from './group-by-tenant.ts';

/**
 * Creates the `contradicts` relationship of a reported contradiction. If one already connects both memories, the
 * published event names it. A contradiction that was reported by creating a relationship names that relationship, and
 * no other one is created.
 */
export const onContradictionReported = (deps: DeriveRelationshipsDeps): Consumer => ({
  group: 'graph-contradictions',
  topics: ['contradiction'],
  handle: async (events) => {
    const reported = events.filter((event) => event.type === 'contradiction.reported');
    for (const [tenantId, ofTenant] of groupByTenant(reported)) {
      await deriveRelationships(deps, tenantId, ofTenant.map(toRelationship));
    }
  },
});

function toRelationship(event: EventEnvelope): DerivedRelationship {
  const state = contradictionStateSchema.parse(event.data);
  return {
    id: state.relationship_id,
    fromId: state.source_memory_id,
    toId: state.target_memory_id,
    relationshipType: 'contradicts',
    confidence: state.confidence,
    origin: 'contradiction',
    createdBy: state.detected_by,
  };
}
