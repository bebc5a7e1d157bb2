import { memoryStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import { isOldEvent } from '@loci/messaging';
import type { Consumer } from '@loci/messaging';
import { toMemoryChange } from '../indexing/index-change.ts';
import type { IndexChange } from '../indexing/index-change.ts';
import { indexItems } from '../indexing/index-items.ts';
import type { IndexItemsDeps } from '../indexing/index-items.ts';
import type { ItemOwner } from '../indexing/item-owner.ts';

export interface OnMemoryChangedDeps extends IndexItemsDeps {
  memoryOwner: ItemOwner;
}

/** Embeds and indexes created and changed memories, and removes deleted ones from the indexes. */
export const onMemoryChanged = (deps: OnMemoryChangedDeps): Consumer => ({
  group: 'search',
  topics: ['memory'],
  handle: async (events) => {
    const now = deps.now();
    const isUnsafe = (event: EventEnvelope): boolean => !isDeletion(event) && isOldEvent(event, now);
    const current = await currentChanges(deps.memoryOwner, events.filter(isUnsafe));
    const changes = events.filter((event) => !isUnsafe(event)).map(toIndexChange);
    await indexItems(deps, [...changes, ...current]);
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

function toIndexChange(event: EventEnvelope): IndexChange {
  if (isDeletion(event)) {
    return {
      kind: 'memory',
      removed: {
        tenantId: event.tenant_id,
        id: event.aggregate_id,
        revision: event.revision,
        occurredAt: event.occurred_at,
      },
    };
  }
  return toMemoryChange(event.tenant_id, event.revision, memoryStateSchema.parse(event.data));
}
