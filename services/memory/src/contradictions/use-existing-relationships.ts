import type { RelationshipDeleted } from '@loci/events';
import type { InTransaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { ContradictionRepository } from './contradiction.repository.ts';

export interface UseExistingRelationshipDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock'>;
  contradictions: Pick<ContradictionRepository, 'replaceRelationship'>;
}

/**
 * Replaces the relationship id of a reported contradiction with the id of the relationship that already
 * connected both memories. Idempotent. Does not change the revision or publish an event, because the graph
 * service is the only consumer of the id and has assigned it.
 *
 * @param tombstone event data of the deleted relationship that the report named. Ignored without
 *   `duplicate_of`.
 */
export async function useExistingRelationship(
  deps: UseExistingRelationshipDeps,
  tenantId: string,
  tombstone: RelationshipDeleted,
): Promise<void> {
  const { id, from_id: sourceMemoryId, to_id: targetMemoryId, duplicate_of: existingId } = tombstone;
  if (existingId === undefined) return;
  await deps.inTransaction(tenantId, async (tx) => {
    await deps.memories.lock(tx, tenantId, [sourceMemoryId, targetMemoryId]);
    const ends = { sourceMemoryId, targetMemoryId };
    await deps.contradictions.replaceRelationship(tx, tenantId, ends, id, existingId);
  });
}
