import type { MemoryClient } from '@loci/contracts';
import type { InTransaction } from '@loci/postgres';
import type { KnownMemoryRepository } from './known-memory.repository.ts';

export interface RecordKnownMemoriesDeps {
  inTransaction: InTransaction;
  memory: Pick<MemoryClient, 'filterExisting'>;
  knownMemories: Pick<KnownMemoryRepository, 'find' | 'record'>;
}

/**
 * Queries the memory service for the given memories and records those that exist. Used for memories whose
 * events have not arrived yet, because a client may create a relationship right after its memories.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable
 */
export async function recordKnownMemories(
  { inTransaction, memory, knownMemories }: RecordKnownMemoriesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const existing = await memory.filterExisting(tenantId, ids);
  if (existing.length === 0) return;
  await inTransaction(tenantId, (tx) =>
    knownMemories.record(
      tx,
      existing.map((id) => ({ tenantId, id, deleted: false })),
    ),
  );
}

/**
 * Returns whether a memory exists. Queries the memory service if the id is unknown.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is needed and unavailable
 */
export async function memoryExists(
  deps: RecordKnownMemoriesDeps,
  tenantId: string,
  id: string,
): Promise<boolean> {
  const find = () => deps.inTransaction(tenantId, (tx) => deps.knownMemories.find(tx, tenantId, [id]));
  const known = await find();
  if (!known.unknown.has(id)) return known.alive.has(id);
  await recordKnownMemories(deps, tenantId, [id]);
  return (await find()).alive.has(id);
}
