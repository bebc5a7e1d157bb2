import { isErased, isNoDeletion, tableStore } from '@loci/service-hosting';
import type { ErasureDatabase, ServiceErasure } from '@loci/service-hosting';

const AGGREGATE_ID = `substring(envelope from '"aggregate_id":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"')::uuid`;

/**
 * Lists the tables of the event transport. Dead letters on erased objects are deleted, except those on their deletion, which
 * contain only IDs and must still be handled.
 */
export const eventErasure = (database: ErasureDatabase): ServiceErasure => ({
  database,
  stores: [
    tableStore(database, {
      table: 'dead_letters',
      where: `${isErased(AGGREGATE_ID)} AND ${isNoDeletion('envelope')}`,
      erase: 'delete',
    }),
  ],
});
