import type { InTransaction } from '@loci/postgres';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import type { MemoryWithRelationships } from './get-memory.ts';
import type { MemoryRepository } from './memory.repository.ts';

export interface ReadMemoriesDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'findMany'>;
}

/**
 * Returns memories with their relationships in the order of `ids`. Skips unknown ids. Does not count
 * accesses.
 */
export async function readMemories(
  { inTransaction, memories }: ReadMemoriesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<MemoryWithRelationships[]> {
  const [found, relationships] = await inTransaction(tenantId, (tx) =>
    Promise.all([memories.findMany(tx, tenantId, ids), findRelationshipSummaries(tx, tenantId, ids)]),
  );
  const byId = new Map(found.map((memory) => [memory.id, memory]));
  return ids.flatMap((id) => {
    const memory = byId.get(id.toLowerCase());
    return memory ? [{ memory, relationships: relationships.get(memory.id) ?? [] }] : [];
  });
}
