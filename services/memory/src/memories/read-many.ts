import type { InTransaction } from '@loci/postgres';
import { findShownRelationships } from '../relationships/relationship-projection.ts';
import type { MemoryWithRelationships } from './get-memory.ts';
import type { MemoryRepository } from './memory.repository.ts';

export interface ReadManyDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'findMany'>;
}

/** Memories in the order of `ids`, those that are absent left out. Counts no access. */
export async function readMany(
  { inTransaction, memories }: ReadManyDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<MemoryWithRelationships[]> {
  const [found, relationships] = await inTransaction(tenantId, (tx) =>
    Promise.all([memories.findMany(tx, tenantId, ids), findShownRelationships(tx, tenantId, ids)]),
  );
  const byId = new Map(found.map((memory) => [memory.id, memory]));
  return ids.flatMap((id) => {
    const memory = byId.get(id.toLowerCase());
    return memory ? [{ memory, relationships: relationships.get(memory.id) ?? [] }] : [];
  });
}
