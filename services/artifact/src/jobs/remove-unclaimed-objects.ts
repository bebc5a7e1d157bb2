import type { ObjectStore } from '@loci/object-store';
import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { UnclaimedObjectRepository } from '../objects/unclaimed-object.repository.ts';

const EVERY_MS = 60_000;
const BATCH = 100;

export interface RemoveUnclaimedObjectsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  unclaimed: Pick<UnclaimedObjectRepository, 'lockDue' | 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
  now(): Date;
}

/** Finishes what a crash or a store that was down left undone. Safe to run in several processes. */
export const removeUnclaimedObjects = ({
  database,
  unclaimed,
  objects,
  now,
}: RemoveUnclaimedObjectsDeps): Job => {
  const removeBatch = (): Promise<number> =>
    database.inSystemTransaction(async (tx) => {
      const due = await unclaimed.lockDue(tx, now(), BATCH);
      for (const object of due) {
        await objects.delete(object.objectKey);
        await unclaimed.claim(tx, object);
      }
      return due.length;
    });
  return {
    name: 'remove-unclaimed-objects',
    intervalMs: EVERY_MS,
    run: async (signal) => {
      while (!signal.aborted && (await removeBatch()) === BATCH);
    },
  };
};
