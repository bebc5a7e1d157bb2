import { relationshipStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import type { GraphEdge, GraphStore } from '../graph-store/graph-store.ts';
import type { RelationshipRepository } from '../relationships/relationship.repository.ts';
import { byTenant } from './by-tenant.ts';

export interface OnGraphChangedDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'existing'>;
  graphStore: Pick<GraphStore, 'upsertEdges' | 'removeEdges' | 'removeNodes'>;
}

/** Keeps the graph store as the relationships table is; the store skips older revisions. */
export const onGraphChanged = (deps: OnGraphChangedDeps): Consumer => ({
  group: 'graph-store',
  topics: ['relationship', 'memory'],
  handle: async (events) => {
    const { graphStore } = deps;
    for (const [tenantId, ofTenant] of byTenant(events)) {
      const ofType = (type: string): EventEnvelope[] => ofTenant.filter((event) => event.type === type);
      const told = [...ofType('relationship.created'), ...ofType('relationship.updated')];
      const stored = await stillStored(deps, tenantId, told);
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

/**
 * A store that read the table after a relationship was removed holds no trace of it, so an event of before would
 * bring the edge back, to a memory that is deleted perhaps, until the event of its removal comes.
 */
async function stillStored(
  { inTransaction, relationships }: OnGraphChangedDeps,
  tenantId: string,
  events: readonly EventEnvelope[],
): Promise<EventEnvelope[]> {
  if (events.length === 0) return [];
  const ids = [...new Set(events.map((event) => event.aggregate_id))];
  const existing = await inTransaction(tenantId, (tx) => relationships.existing(tx, tenantId, ids));
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
    revision: event.revision,
  };
}
