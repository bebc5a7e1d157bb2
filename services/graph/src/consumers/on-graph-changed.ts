import { relationshipStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import type { GraphEdge, GraphStore } from '../graph-store/graph-store.ts';
import type { RelationshipRepository } from '../relationships/relationship.repository.ts';
import { groupByTenant } from './group-by-tenant.ts';

export interface OnGraphChangedDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'findExisting'>;
  graphStore: Pick<GraphStore, 'upsertEdges' | 'removeEdges' | 'removeNodes'>;
}

/** Applies relationship changes and memory deletions to the graph store. The store ignores older revisions. */
export const onGraphChanged = (deps: OnGraphChangedDeps): Consumer => ({
  group: 'graph-store',
  topics: ['relationship', 'memory'],
  handle: async (events) => {
    const { graphStore } = deps;
    for (const [tenantId, ofTenant] of groupByTenant(events)) {
      const ofType = (type: string): EventEnvelope[] => ofTenant.filter((event) => event.type === type);
      const changes = [...ofType('relationship.created'), ...ofType('relationship.updated')];
      const upserts = await filterExisting(deps, tenantId, changes);
      if (upserts.length > 0) await graphStore.upsertEdges(tenantId, upserts.map(toEdge));
      const removals = ofType('relationship.deleted');
      if (removals.length > 0) {
        const edges = removals.map(({ aggregate_id: id, revision }) => ({ id, revision }));
        await graphStore.removeEdges(tenantId, edges);
      }
      const deletedMemories = ofType('memory.deleted').map((event) => event.aggregate_id);
      if (deletedMemories.length > 0) await graphStore.removeNodes(tenantId, deletedMemories);
    }
  },
});

/**
 * Drops the events of relationships that no longer exist. A store that loaded the table after a deletion has no
 * tombstone, so an older event would add the edge again until the deletion event arrives.
 */
async function filterExisting(
  { inTransaction, relationships }: OnGraphChangedDeps,
  tenantId: string,
  events: readonly EventEnvelope[],
): Promise<EventEnvelope[]> {
  if (events.length === 0) return [];
  const ids = [...new Set(events.map((event) => event.aggregate_id))];
  const existing = await inTransaction(tenantId, (tx) => relationships.findExisting(tx, tenantId, ids));
  return events.filter((event) => existing.has(event.aggregate_id));
}

function toEdge(event: EventEnvelope): GraphEdge {
  const state = relationshipStateSchema.parse(event.data);
  return {
    id: state.id,
    fromId: state.from_id,
    toId: state.to_id,
    type: state.relationship_type,
    directionType: state.direction_type,
    strength: state.strength,
    confidence: state.confidence,
    isActive: state.is_active,
    revision: event.revision,
  };
}
