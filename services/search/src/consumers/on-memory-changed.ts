import { memoryStateSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import { toMemoryChange } from '../indexing/index-change.ts';
import type { IndexChange } from '../indexing/index-change.ts';
import { indexItems } from '../indexing/index-items.ts';
import type { IndexItemsDeps } from '../indexing/index-items.ts';

/** Embeds and indexes created and changed memories, and removes deleted ones from the indexes. */
export const onMemoryChanged = (deps: IndexItemsDeps): Consumer => ({
  group: 'search',
  topics: ['memory'],
  handle: (events) => indexItems(deps, events.map(toIndexChange)),
});

function toIndexChange(event: EventEnvelope): IndexChange {
  if (event.type === 'memory.deleted') {
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
