import type { ObjectStore } from '@loci/object-store';
import type { InTransaction } from '@loci/postgres';
import type { OrphanedObject, OrphanedObjectRepository } from './orphaned-object.repository.ts';

export interface DeleteOrphanedObjectDeps {
  inTransaction: InTransaction;
  orphanedObjects: Pick<OrphanedObjectRepository, 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
}

/**
 * Removes an object that is in the journal. Never throws: when a store is down it stays in the journal, and the
 * job removes it later.
 */
export async function deleteOrphanedObject(
  { inTransaction, orphanedObjects, objects }: DeleteOrphanedObjectDeps,
  object: OrphanedObject,
): Promise<void> {
  try {
    await objects.delete(object.objectKey);
    await inTransaction(object.tenantId, (tx) => orphanedObjects.claim(tx, object));
  } catch {
    return;
  }
}
