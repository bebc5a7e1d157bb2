import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { continueAfter, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { z } from 'zod';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { Revision, RevisionRepository } from './revision.repository.ts';

export interface ListRevisionsDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'findVersions'>;
  revisions: Pick<RevisionRepository, 'list'>;
}

/** Name of the list of revisions in cursors. */
export const REVISION_LIST = 'revisions';

const revisionKey = z.tuple([z.int()]);

/**
 * Returns the states of a memory, newest first.
 *
 * @returns the page, plus one state if there is a next page
 * @throws RES_NOT_FOUND if the memory does not exist; VAL_FIELD_INVALID for a cursor of another list
 * @see docs/reference/memories.md#list-the-revisions-of-a-memory
 */
export async function listRevisions(
  { inTransaction, memories, revisions }: ListRevisionsDeps,
  { tenantId }: Caller,
  id: string,
  page: CursorPage,
): Promise<Revision[]> {
  const before = continueAfter(page.cursor, REVISION_LIST, revisionKey)?.[0];
  return inTransaction(tenantId, async (tx) => {
    const [found, listed] = await Promise.all([
      memories.findVersions(tx, tenantId, [id]),
      revisions.list(tx, tenantId, id, { ...toLimit(page), before }),
    ]);
    if (found.length === 0) throw notFound('memory', id);
    return listed;
  });
}
