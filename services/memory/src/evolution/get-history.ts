import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { continueAfter, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { z } from 'zod';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';
import type { Version, VersionRepository } from './version.repository.ts';

export interface GetHistoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'find' | 'findCurrent'>;
  versions: VersionRepository;
}

export interface History {
  /** The active version, or the newest one if none is active. */
  current: Memory;
  /** Versions of the page, oldest first, plus one version if there is a next page. */
  versions: Version[];
  /** Number of versions on all pages. */
  total: number;
}

/** Name of the list of versions in cursors. */
export const VERSION_LIST = 'versions';

const versionAndId = z.tuple([z.int().max(2_147_483_647), z.guid()]);

/**
 * Returns the version history of a memory.
 *
 * @param id any version of the memory
 * @throws RES_NOT_FOUND if the memory does not exist; VAL_FIELD_INVALID for a cursor of another list
 * @see docs/reference/memories.md#get-the-history-of-a-memory
 */
export async function getHistory(
  { inTransaction, memories, versions }: GetHistoryDeps,
  caller: Caller,
  id: string,
  page: CursorPage,
): Promise<History> {
  const { tenantId } = caller;
  const after = continueAfter(page.cursor, VERSION_LIST, versionAndId);
  return inTransaction(tenantId, async (tx) => {
    const memory = await memories.find(tx, tenantId, id);
    if (!memory) throw notFound('memory', id);
    const { chainId } = memory;
    const [current, listed, total] = await Promise.all([
      memories.findCurrent(tx, tenantId, chainId),
      versions.list(tx, tenantId, chainId, { ...toLimit(page), after }),
      versions.count(tx, tenantId, chainId),
    ]);
    if (total > 0) return { current: current ?? memory, versions: listed, total };
    return { current: memory, versions: page.page === 1 && !page.cursor ? [memory] : [], total: 1 };
  });
}
