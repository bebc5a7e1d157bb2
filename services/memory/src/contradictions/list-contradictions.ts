import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { continueAfter, timeAndId, toLimit } from '@loci/http';
import type { Cursor, CursorPage } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { ContradictionRepository, OpenContradiction } from './contradiction.repository.ts';
import type { Contradiction } from './contradiction.ts';

export interface ListContradictionsDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'find'>;
  contradictions: Pick<ContradictionRepository, 'listByMemory'>;
}

export interface ListOpenContradictionsDeps {
  inTransaction: InTransaction;
  contradictions: Pick<ContradictionRepository, 'listOpen'>;
}

/** Name of this list in its cursors. */
export const CONTRADICTION_LIST = 'contradictions';

/**
 * Lists the contradictions that have the memory as source or target, newest first.
 *
 * @returns the page, plus one contradiction if there is a next page
 * @throws RES_NOT_FOUND if the memory does not exist; VAL_FIELD_INVALID for the cursor of another list
 * @see docs/reference/memories.md#list-the-contradictions-of-a-memory
 */
export async function listContradictions(
  { inTransaction, memories, contradictions }: ListContradictionsDeps,
  caller: Caller,
  memoryId: string,
  page: CursorPage,
): Promise<Contradiction[]> {
  const { tenantId } = caller;
  const after = continueAfter(page.cursor, CONTRADICTION_LIST, timeAndId);
  const [memory, found] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      memories.find(tx, tenantId, memoryId),
      contradictions.listByMemory(tx, tenantId, memoryId, { ...toLimit(page), after }),
    ]),
  );
  if (!memory) throw notFound('memory', memoryId);
  return found;
}

/** Name of the list of open contradictions in its cursors. */
export const OPEN_CONTRADICTION_LIST = 'open-contradictions';

/**
 * Lists the unresolved contradictions between active memories, newest first.
 *
 * @returns the page, plus one contradiction if there is a next page
 * @throws VAL_FIELD_INVALID for the cursor of another list
 * @see docs/reference/memories.md#list-open-contradictions
 */
export async function listOpenContradictions(
  { inTransaction, contradictions }: ListOpenContradictionsDeps,
  { tenantId }: Caller,
  { limit, cursor }: { limit: number; cursor: Cursor | undefined },
): Promise<OpenContradiction[]> {
  const after = continueAfter(cursor, OPEN_CONTRADICTION_LIST, timeAndId);
  return inTransaction(tenantId, (tx) => contradictions.listOpen(tx, tenantId, { limit: limit + 1, after }));
}
