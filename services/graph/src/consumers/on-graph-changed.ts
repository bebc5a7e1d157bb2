import { memoryStateSchema, relationshipStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { findDeletedMemories } from '../known-memories/find-deleted-memories.ts';
import type { FindDeletedMemoriesDeps } from '../known-memories/find-deleted-memories.ts';
import type { GraphEdge, GraphStore, NodeWindow } from '../graph-store/graph-store.ts';
import type { MemoryWindowRepository } from '../memory-windows/memory-window.repository.ts';
import { isOpenWindow, toMemoryWindow } from '../memory-windows/to-memory-window.ts';
import type { RelationshipRepository } from '../relationships/relationship.repository.ts';
import { toEdgePeriod } from '../relationships/relationship.row.ts';
import { groupByTenant } from './group-by-tenant.ts';

export interface OnGraphChangedDeps extends FindDeletedMemoriesDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'findExisting'>;
  memoryWindows: Pick<MemoryWindowRepository, 'record' | 'find' | 'remove'>;
  graphStore: Pick<GraphStore, 'upsertEdges' | 'removeEdges' | 'removeNodes' | 'setNodeWindows'>;
}

/**
 * Applies relationship changes, the windows of memories and memory deletions to the graph store. The store ignores older
 * revisions.
 */
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
      await applyWindows(deps, tenantId, [...ofType('memory.created'), ...ofType('memory.updated')]);
      const deletedMemories = ofType('memory.deleted').map((event) => event.aggregate_id);
      if (deletedMemories.length > 0) {
        await deps.inTransaction(tenantId, (tx) => deps.memoryWindows.remove(tx, tenantId, deletedMemories));
        await graphStore.removeNodes(tenantId, deletedMemories);
      }
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

const windowSchema = memoryStateSchema.pick({
  is_active: true,
  valid_from: true,
  valid_until: true,
  expires_at: true,
});

const toWindow = ({ aggregate_id: id, revision, data }: EventEnvelope): NodeWindow =>
  toMemoryWindow({ id, revision, ...windowSchema.parse(data) });

/** Stores the windows of changed memories in the table, and then in the graph store. */
async function applyWindows(
  deps: OnGraphChangedDeps,
  tenantId: string,
  events: readonly EventEnvelope[],
): Promise<void> {
  const { inTransaction, memoryWindows, graphStore } = deps;
  // A new memory without bounds has no window, so most events need no query.
  const relevant = events.filter(
    (event) => event.type === 'memory.updated' || !isOpenWindow(toWindow(event)),
  );
  const deletedSince = await findDeletedMemories(deps, tenantId, relevant, (event) => [event.aggregate_id]);
  const latest = new Map<string, NodeWindow>();
  for (const window of relevant.map(toWindow)) {
    if (deletedSince.has(window.id)) continue;
    if (window.revision > (latest.get(window.id)?.revision ?? 0)) latest.set(window.id, window);
  }
  if (latest.size === 0) return;
  const stored = await inTransaction(tenantId, async (tx) => {
    await memoryWindows.record(tx, tenantId, [...latest.values()]);
    return memoryWindows.find(tx, tenantId, [...latest.keys()]);
  });
  if (stored.length > 0) await graphStore.setNodeWindows(tenantId, stored);
}

const toDate = (time: string | undefined): Date | null => (time === undefined ? null : new Date(time));

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
    ...toEdgePeriod(toDate(state.valid_from), toDate(state.valid_until)),
    revision: event.revision,
  };
}
