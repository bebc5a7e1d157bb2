import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { projectRelationshipEvent } from '../read-model/projected-relationship.ts';
import { storeRelationships } from '../read-model/store-relationships.ts';
import { latestRevisions } from './latest-revisions.ts';

/** Consumer that updates relationships in the read model. Idempotent. Accepts events in any order. */
export const onRelationshipChanged = (database: Pick<Database, 'inSystemTransaction'>): Consumer => ({
  group: 'analysis-relationships',
  topics: ['relationship'],
  handle: async (events) => {
    const relationships = latestRevisions(events).map(projectRelationshipEvent);
    await database.inSystemTransaction((tx) => storeRelationships(tx, relationships));
  },
});
