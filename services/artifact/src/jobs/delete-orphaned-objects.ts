import type { ObjectStore } from '@loci/object-store';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { OrphanedObjectRepository } from '../objects/orphaned-object.repository.ts';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 100;

export interface DeleteOrphanedObjectsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  orphanedObjects: Pick<OrphanedObjectRepository, 'lockDue' | 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
  now(): Date;
}

/**
 * Job that deletes the objects of interrupted saves and deletes. A crash or an unavailable object store can
 * interrupt them. Can run in several processes at the same time.
 */
export const deleteOrphanedObjects = ({
  database,
  orphanedObjects,
  objects,
  now,
}: DeleteOrphanedObjectsDeps): Job => {
  const deleteBatch = (): Promise<number> =>
    database.inSystemTransaction(async (tx) => {
      const due = await orphanedObjects.lockDue(tx, now(), BATCH_SIZE);
      for (const object of due) {
        await objects.delete(object.objectKey);
        await orphanedObjects.claim(tx, object);
      }
      return due.length;
    });
  return {
    name: 'delete-orphaned-objects',
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      while (!signal.aborted && (await deleteBatch()) === BATCH_SIZE);
    },
  };
};
