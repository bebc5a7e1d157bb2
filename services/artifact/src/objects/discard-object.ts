import type { ObjectStore } from '@loci/object-store';
import type { InTransaction } from '@loci/postgres';
import type { UnclaimedObject, UnclaimedObjectRepository } from './unclaimed-object.repository.ts';

export interface DiscardObjectDeps {
  inTransaction: InTransaction;
  unclaimed: Pick<UnclaimedObjectRepository, 'claim'>;
  objects: Pick<ObjectStore, 'delete'>;
}

/**
 * Removes an object that is in the journal. Never throws: when a store is down it stays in the journal, and the
 * job removes it later.
 */
export async function discardObject(
  { inTransaction, unclaimed, objects }: DiscardObjectDeps,
  object: UnclaimedObject,
): Promise<void> {
  try {
    await objects.delete(object.objectKey);
    await inTransaction(object.tenantId, (tx) => unclaimed.claim(tx, object));
  } catch {
    return;
  }
}
