import type { MemoryClient } from '@loci/contracts';
import { isAppError } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { KnownMemory, KnownMemoryRepository } from './known-memory.repository.ts';
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

/**
 * Returns the states of the memories of `ids` that exist. Queries the memory service for memories whose
 * version is unknown. If the memory service is unavailable, returns only the states that the graph service
 * has recorded.
 */
export async function findKnownMemories(
  deps: RecordKnownMemoriesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownMemory>> {
  const find = () => deps.inTransaction(tenantId, (tx) => deps.knownMemories.find(tx, tenantId, ids));
  const { alive, unknown } = await find();
  const incomplete = [...alive.values()].flatMap(({ id, version }) => (version === null ? [id] : []));
  const missing = [...unknown, ...incomplete];
  if (missing.length === 0) return alive;
  try {
    await recordKnownMemories(deps, tenantId, missing);
  } catch (error) {
    if (isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE') return alive;
    throw error;
  }
  return (await find()).alive;
}
