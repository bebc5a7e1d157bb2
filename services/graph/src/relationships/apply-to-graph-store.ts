import type { GraphEdge, GraphStore } from '../graph-store/graph-store.ts';
import type { RemovedRelationship } from './relationship.events.ts';
import type { Relationship } from './relationship.ts';
import { toEdgePeriod } from './relationship.row.ts';

export type EdgeWriter = Pick<GraphStore, 'upsertEdges' | 'removeEdges'>;

/**
 * Applies committed changes to the graph store, so that callers can read their own writes immediately. Does
 * not wait for the graph store and ignores its failures, because the event of the change also updates the
 * store of every process.
 */
export function applyStored(graphStore: EdgeWriter, relationships: readonly Relationship[]): void {
  const [first] = relationships;
  if (!first) return;
  graphStore.upsertEdges(first.tenantId, relationships.map(toEdge)).catch(() => undefined);
}

/** Removes deleted relationships from the graph store in the same way as {@link applyStored}. */
export function applyRemoved(graphStore: EdgeWriter, removed: readonly RemovedRelationship[]): void {
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
  isActive: relationship.isActive,
  ...toEdgePeriod(relationship.validFrom, relationship.validUntil),
  revision: relationship.revision,
});
