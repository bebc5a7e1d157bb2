import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { projectRelationshipEvent } from '../read-model/projected-relationship.ts';
import { storeRelationships } from '../read-model/store-relationships.ts';

/** Keeps which memories are related, and how; older revisions and revivals of the dead are skipped. */
export const onRelationshipChanged = (database: Pick<Database, 'inSystemTransaction'>): Consumer => ({
  group: 'analysis-relationships',
  topics: ['relationship'],
  handle: async (events) => {
    const relationships = newestOfEach(events).map(projectRelationshipEvent);
    await database.inSystemTransaction((tx) => storeRelationships(tx, relationships));
  },
});

function newestOfEach(events: readonly EventEnvelope[]): EventEnvelope[] {
  const inOrder = [...events].sort((a, b) => a.revision - b.revision);
  return [...new Map(inOrder.map((event) => [event.aggregate_id, event])).values()];
}
