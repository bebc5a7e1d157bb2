import type { ObjectStore } from '@loci/object-store';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { OrphanedObjectRepository } from '../objects/orphaned-object.repository.ts';

const EVERY_MS = 60_000;
const BATCH = 100;

export interface DeleteOrphanedObjectsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  orphanedObjects: Pick<OrphanedObjectRepository, 'lockDue' | 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
  now(): Date;
}

/** Finishes what a crash or a store that was down left undone. Safe to run in several processes. */
export const deleteOrphanedObjects = ({
  database,
  orphanedObjects,
  objects,
  now,
}: DeleteOrphanedObjectsDeps): Job => {
  const removeBatch = (): Promise<number> =>
    database.inSystemTransaction(async (tx) => {
      const due = await orphanedObjects.lockDue(tx, now(), BATCH);
      for (const object of due) {
        await objects.delete(object.objectKey);
        await orphanedObjects.claim(tx, object);
      }
      return due.length;
    });
  return {
    name: 'delete-orphaned-objects',
    intervalMs: EVERY_MS,
    run: async (signal) => {
      while (!signal.aborted && (await removeBatch()) === BATCH);
    },
  };
};
