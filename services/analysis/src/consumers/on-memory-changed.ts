import { mapInSlices } from '@loci/async';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { projectMemoryEvent } from '../read-model/projected-memory.ts';
import { storeMemories } from '../read-model/store-memories.ts';
import { latestRevisions } from './latest-revisions.ts';

/** Consumer that updates memories and totals in the read model. Idempotent. Accepts events in any order. */
export const onMemoryChanged = (database: Pick<Database, 'inSystemTransaction'>): Consumer => ({
  group: 'analysis-memories',
  topics: ['memory'],
  handle: async (events) => {
    const memories = await mapInSlices(latestRevisions(events), projectMemoryEvent);
    await database.inSystemTransaction((tx) => storeMemories(tx, memories));
  },
});
