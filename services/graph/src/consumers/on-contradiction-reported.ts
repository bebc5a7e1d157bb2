import { contradictionStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import { findDeletedMemories } from '../known-memories/find-deleted-memories.ts';
import type { FindDeletedMemoriesDeps } from '../known-memories/find-deleted-memories.ts';
import { deriveRelationships } from '../relationships/derive-relationships.ts';
import type { DerivedRelationship, DeriveRelationshipsDeps } from '../relationships/derive-relationships.ts';
import { groupByTenant } from './group-by-tenant.ts';

/**
 * Creates the `contradicts` relationship of a reported contradiction. If a `contradicts` relationship already
 * connects both memories, it is kept, and a `relationship.deleted` event names it in `duplicate_of`. If the
 * contradiction was reported by creating a relationship, no second one is created.
 */
export const onContradictionReported = (
  deps: DeriveRelationshipsDeps & FindDeletedMemoriesDeps,
): Consumer => ({
  group: 'graph-contradictions',
  topics: ['contradiction'],
  handle: async (events) => {
    const reported = events.filter((event) => event.type === 'contradiction.reported');
    for (const [tenantId, ofTenant] of groupByTenant(reported)) {
      const deleted = await findDeletedMemories(deps, tenantId, ofTenant, (event) =>
        endpointsOf(toRelationship(event)),
      );
      const derived = ofTenant.map(toRelationship);
      await deriveRelationships(
        deps,
        tenantId,
        derived.filter((relationship) => !endpointsOf(relationship).some((id) => deleted.has(id))),
      );
    }
  },
});

const endpointsOf = ({ fromId, toId }: DerivedRelationship): string[] => [fromId, toId];

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
