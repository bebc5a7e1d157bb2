import type { GraphEdge, GraphStore } from '../graph-store/graph-store.ts';
import type { RemovedRelationship } from './relationship.events.ts';
import type { Relationship } from './relationship.ts';

export type ChangedGraph = Pick<GraphStore, 'upsertEdges' | 'removeEdges'>;

/**
 * Shows a committed change to whoever walks the graph next, so that one's own writes are found at once. The
 * event repeats it: for the other processes, and here when the store does not answer now.
 */
export function tellStored(graphStore: ChangedGraph, relationships: readonly Relationship[]): void {
  const [first] = relationships;
  if (!first) return;
  graphStore.upsertEdges(first.tenantId, relationships.map(toEdge)).catch(() => undefined);
}

/** @see tellStored */
export function tellRemoved(graphStore: ChangedGraph, removed: readonly RemovedRelationship[]): void {
  const [first] = removed;
  if (!first) return;
  const edges = removed.map(({ id, revision }) => ({ id, revision: revision + 1 }));
  graphStore.removeEdges(first.tenantId, edges).catch(() => undefined);
}

const toEdge = (relationship: Relationship): GraphEdge => ({
  id: relationship.id,
  fromId: relationship.fromId,
  toId: relationship.toId,
  type: relationship.relationshipType,
  directionType: relationship.directionType,
  strength: relationship.strength,
  confidence: relationship.confidence,
  revision: relationship.revision,
});
