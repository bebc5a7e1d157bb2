import type { MemoryClient } from '@loci/contracts';
import type { InTransaction } from '@loci/postgres';
import type { KnownMemoryRepository } from './known-memory.repository.ts';

export interface LearnMemoriesDeps {
  inTransaction: InTransaction;
  memory: Pick<MemoryClient, 'existing'>;
  knownMemories: Pick<KnownMemoryRepository, 'find' | 'record'>;
}

/**
 * Asks the memory service about ids that no event has named yet, and keeps those that exist: a relationship
 * may follow its memory at once.
 * @throws SYS_SERVICE_UNAVAILABLE when the memory service does not answer
 */
export async function learnMemories(
  { inTransaction, memory, knownMemories }: LearnMemoriesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const existing = await memory.existing(tenantId, ids);
  if (existing.length === 0) return;
  await inTransaction(tenantId, (tx) =>
    knownMemories.record(
      tx,
      existing.map((id) => ({ tenantId, id, deleted: false })),
    ),
  );
}

/** True when there is such a memory; the memory service is asked when its id is new here. */
export async function memoryExists(deps: LearnMemoriesDeps, tenantId: string, id: string): Promise<boolean> {
  const look = () => deps.inTransaction(tenantId, (tx) => deps.knownMemories.find(tx, tenantId, [id]));
  const known = await look();
  if (!known.unknown.has(id)) return known.alive.has(id);
  await learnMemories(deps, tenantId, [id]);
  return (await look()).alive.has(id);
}
