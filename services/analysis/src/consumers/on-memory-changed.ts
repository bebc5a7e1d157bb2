import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { projectMemoryEvent } from '../read-model/projected-memory.ts';
import { storeMemories } from '../read-model/store-memories.ts';

/** Keeps the read model and its sums; older revisions and revivals of the dead are skipped. */
export const onMemoryChanged = (database: Pick<Database, 'inSystemTransaction'>): Consumer => ({
  group: 'analysis-memories',
  topics: ['memory'],
  handle: async (events) => {
    const memories = newestOfEach(events).map(projectMemoryEvent);
    await database.inSystemTransaction((tx) => storeMemories(tx, memories));
  },
});

function newestOfEach(events: readonly EventEnvelope[]): EventEnvelope[] {
  const newest = new Map<string, EventEnvelope>();
  for (const event of events) {
    const known = newest.get(event.aggregate_id);
    if (known === undefined || known.revision < event.revision) newest.set(event.aggregate_id, event);
  }
  return [...newest.values()];
}
