import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { continueAfter, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { z } from 'zod';
import { isOfExpiredMemory } from '../memory-windows/memory-window.repository.ts';
import type { RelationshipRepository } from '../relationships/relationship.repository.ts';
import type { Revision, RevisionRepository } from './revision.repository.ts';

export interface ListRevisionsDeps {
  inTransaction: InTransaction;
  relationships: Pick<RelationshipRepository, 'findExisting'>;
  revisions: Pick<RevisionRepository, 'list'>;
}

/** Name of the list of revisions in cursors. */
export const REVISION_LIST = 'relationship-revisions';

const revisionKey = z.tuple([z.int()]);

/**
 * Returns the states of a relationship, newest first.
 *
 * @returns the page, plus one state if there is a next page
 * @throws RES_NOT_FOUND if the relationship does not exist, or if one of its memories has expired; VAL_FIELD_INVALID for a cursor of another list
 * @see docs/reference/relationships.md#list-the-revisions-of-a-relationship
 */
export async function listRevisions(
  { inTransaction, relationships, revisions }: ListRevisionsDeps,
  { tenantId }: Caller,
  id: string,
  page: CursorPage,
): Promise<Revision[]> {
  const before = continueAfter(page.cursor, REVISION_LIST, revisionKey)?.[0];
  return inTransaction(tenantId, async (tx) => {
    const [existing, isHidden, listed] = await Promise.all([
      relationships.findExisting(tx, tenantId, [id]),
      isOfExpiredMemory(tx, tenantId, id),
      revisions.list(tx, tenantId, id, { ...toLimit(page), before }),
    ]);
    if (!existing.has(id) || isHidden) throw notFound('relationship', id);
    return listed;
  });
}
