import type { ObjectStore } from '@loci/object-store';
import type { InTransaction } from '@loci/postgres';
import type { OrphanedObject, OrphanedObjectRepository } from './orphaned-object.repository.ts';

export interface DeleteOrphanedObjectDeps {
  inTransaction: InTransaction;
  orphanedObjects: Pick<OrphanedObjectRepository, 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
}

/**
 * Deletes an orphaned object and its record. Never throws. If the object store or the database is
 * unavailable, the record stays and the job `delete-orphaned-objects` deletes the object later.
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
