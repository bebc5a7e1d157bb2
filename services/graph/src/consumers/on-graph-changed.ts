import { relationshipStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/outbox';
import type { GraphEdge, GraphStore } from '../graph-store/graph-store.ts';
import { byTenant } from './by-tenant.ts';

/** Keeps the graph store as the relationships table is; the store skips older revisions. */
export const onGraphChanged = (
  graphStore: Pick<GraphStore, 'upsertEdges' | 'removeEdges' | 'removeNodes'>,
): Consumer => ({
  group: 'graph-store',
  topics: ['relationship', 'memory'],
  handle: async (events) => {
    for (const [tenantId, ofTenant] of byTenant(events)) {
      const ofType = (type: string): EventEnvelope[] => ofTenant.filter((event) => event.type === type);
      const stored = [...ofType('relationship.created'), ...ofType('relationship.updated')];
      if (stored.length > 0) await graphStore.upsertEdges(tenantId, stored.map(toEdge));
      const removed = ofType('relationship.deleted');
      if (removed.length > 0) {
        const edges = removed.map(({ aggregate_id: id, revision }) => ({ id, revision }));
        await graphStore.removeEdges(tenantId, edges);
      }
      const gone = ofType('memory.deleted').map((event) => event.aggregate_id);
      if (gone.length > 0) await graphStore.removeNodes(tenantId, gone);
    }
  },
});

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
    revision: event.revision,
  };
}
