import type { InTransaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { ContradictionRepository, RelationshipReplacement } from './contradiction.repository.ts';

export interface UseExistingRelationshipsDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock'>;
  contradictions: Pick<ContradictionRepository, 'replaceRelationships'>;
}

/**
 * Replaces the relationship ids of reported contradictions of one tenant with the ids of the relationships that already
 * connected both memories, in one transaction. Idempotent. Does not change the revision or publish an event, because the
 * graph service is the only consumer of the id and has assigned it.
 *
 * @param replacements replacements that do not depend on each other: no id occurs in two of them
 */
export async function useExistingRelationships(
  deps: UseExistingRelationshipsDeps,
  tenantId: string,
  replacements: readonly RelationshipReplacement[],
): Promise<void> {
  const memoryIds = replacements.flatMap(({ sourceMemoryId, targetMemoryId }) => [
    sourceMemoryId,
    targetMemoryId,
  ]);
  await deps.inTransaction(tenantId, async (tx) => {
    await deps.memories.lock(tx, tenantId, [...new Set(memoryIds)]);
    await deps.contradictions.replaceRelationships(tx, tenantId, replacements);
  });
}
