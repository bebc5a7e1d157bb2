import { UNAPPLIED_EVENTS, isErased, tableStore } from '@loci/service-hosting';
import type { ErasureDatabase, ServiceErasure } from '@loci/service-hosting';

/** Lists every table of the service that an erasure searches. Events delete the rows of erased objects. */
export const analysisErasure = (database: ErasureDatabase): ServiceErasure => ({
  database,
  stores: [
    tableStore(database, {
      table: 'analyzed_memories',
      where: `counted AND ${isErased('id')}`,
      erase: 'follows',
    }),
    tableStore(database, {
      table: 'analyzed_relationships',
      where: `NOT deleted AND (${['id', 'from_id', 'to_id'].map(isErased).join(' OR ')})`,
      erase: 'follows',
    }),
    { table: 'type_totals', kept: 'Contains only numbers.' },
    { table: 'created_by_hour', kept: 'Contains only numbers.' },
    UNAPPLIED_EVENTS,
  ],
});
