import { memoryStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import { isOldEvent } from '@loci/messaging';
import type { Consumer } from '@loci/messaging';
import { toArchiveChange, toMemoryChange } from '../indexing/index-change.ts';
import type { IndexChange, ItemToRemove } from '../indexing/index-change.ts';
import { indexItems } from '../indexing/index-items.ts';
import type { IndexItemsDeps } from '../indexing/index-items.ts';
import type { ItemOwner } from '../indexing/item-owner.ts';

export interface OnMemoryChangedDeps extends IndexItemsDeps {
  memoryOwner: ItemOwner;
  /** Indexes of superseded versions. */
  archive: IndexItemsDeps & { owners: readonly ItemOwner[] };
}

/**
 * Embeds and indexes created and changed memories, moves superseded versions to the archive, and removes deleted memories
 * from the indexes and the archive.
 */
export const onMemoryChanged = (deps: OnMemoryChangedDeps): Consumer => ({
  group: 'search',
  topics: ['memory'],
  handle: async (events) => {
    const now = deps.now();
    const isUnsafe = (event: EventEnvelope): boolean => !isDeletion(event) && isOldEvent(event, now);
    const unsafe = events.filter(isUnsafe);
    const safe = events.filter((event) => !isUnsafe(event));
    const archived = await Promise.all(deps.archive.owners.map((owner) => currentChanges(owner, unsafe)));
    const archiveChanges = [...safe.flatMap(toArchiveChanges), ...archived.flat()];
    // The archive comes first, because searches wait for the records of the indexes.
    if (archiveChanges.length > 0) await indexItems(deps.archive, archiveChanges);
    const current = await currentChanges(deps.memoryOwner, unsafe);
    await indexItems(deps, [...safe.map(toIndexChange), ...current]);
  },
});

const isDeletion = (event: EventEnvelope): boolean => event.type === 'memory.deleted';

/** Reads the current state of the memories of old events. A memory that was deleted since is left out. */
async function currentChanges(owner: ItemOwner, events: readonly EventEnvelope[]): Promise<IndexChange[]> {
  const changes: IndexChange[] = [];
  for (const [tenantId, ofTenant] of Map.groupBy(events, (event) => event.tenant_id))
    changes.push(
      ...(await owner.changes(tenantId, [...new Set(ofTenant.map((event) => event.aggregate_id))])),
    );
  return changes;
}

const toIndexChange = (event: EventEnvelope): IndexChange =>
  isDeletion(event)
    ? toRemoval(event)
    : toMemoryChange(event.tenant_id, event.revision, memoryStateSchema.parse(event.data));

/**
 * Returns the changes of the archive. Every deletion creates a tombstone, so that an event of the inactive version that
 * arrives later cannot restore it.
 */
function toArchiveChanges(event: EventEnvelope): IndexChange[] {
  if (isDeletion(event)) return [toRemoval(event)];
  // Parsing the states of active memories here would double the cost of their events.
  if (event.data['is_active'] === true) return [];
  const state = memoryStateSchema.parse(event.data);
  const change = toArchiveChange(event.tenant_id, event.revision, state);
  return change ? [change] : [];
}

const toRemoval = (event: EventEnvelope): ItemToRemove => ({
  kind: 'memory',
  removed: {
    tenantId: event.tenant_id,
    id: event.aggregate_id,
    revision: event.revision,
    occurredAt: event.occurred_at,
  },
});
