import type { InTransaction } from '@loci/postgres';
import type { RevisionRepository } from './revision.repository.ts';

export interface EraseRevisionsDeps {
  inTransaction: InTransaction;
  revisions: Pick<RevisionRepository, 'eraseOfMemories'>;
}

const BATCH_SIZE = 1_000;

/**
 * Deletes the revisions of the relationships of erased memories. The relationships must have been removed, because their
 * removal archives them. Idempotent.
 */
export async function eraseRevisionsOfMemories(
  { inTransaction, revisions }: EraseRevisionsDeps,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<void> {
  const eraseBatch = (): Promise<number> =>
    inTransaction(tenantId, (tx) => revisions.eraseOfMemories(tx, tenantId, memoryIds, BATCH_SIZE));
  while ((await eraseBatch()) > 0);
}
