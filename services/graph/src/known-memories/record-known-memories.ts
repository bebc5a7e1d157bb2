import type { MemoryClient } from '@loci/contracts';
import type { InTransaction } from '@loci/postgres';
import type { KnownMemoryRepository } from './known-memory.repository.ts';
import { toObservedMemories } from './to-observed-memory.ts';

export interface RecordKnownMemoriesDeps {
  inTransaction: InTransaction;
  memory: Pick<MemoryClient, 'getVersions'>;
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
  const versions = await memory.getVersions(tenantId, ids);
  if (versions.length === 0) return;
  const observed = versions.flatMap((version) => toObservedMemories(tenantId, version));
  await inTransaction(tenantId, (tx) => knownMemories.record(tx, observed));
}
