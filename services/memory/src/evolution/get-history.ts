import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Page } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';
import type { Version, VersionRepository } from './version.repository.ts';

export interface GetHistoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'find' | 'findCurrent'>;
  versions: VersionRepository;
}

export interface History {
  /** The active version, else the newest. */
  current: Memory;
  /** A page of them, oldest first. */
  versions: Version[];
  total: number;
}

/**
 * All versions of a memory, whichever of them is asked for.
 * @throws RES_NOT_FOUND
 * @see SPEC.md "Memories" 6; DECISIONS.md "Memories" (History)
 */
export async function getHistory(
  { inTransaction, memories, versions }: GetHistoryDeps,
  caller: Caller,
  id: string,
  { page, perPage }: Page,
): Promise<History> {
  const { tenantId } = caller;
  return inTransaction(tenantId, async (tx) => {
    const memory = await memories.find(tx, tenantId, id);
    if (!memory) throw notFound('memory', id);
    const { chainId } = memory;
    const [current, listed, total] = await Promise.all([
      memories.findCurrent(tx, tenantId, chainId),
      versions.list(tx, tenantId, chainId, perPage, (page - 1) * perPage),
      versions.count(tx, tenantId, chainId),
    ]);
    if (total > 0) return { current: current ?? memory, versions: listed, total };
    return { current: memory, versions: page === 1 ? [memory] : [], total: 1 };
  });
}
