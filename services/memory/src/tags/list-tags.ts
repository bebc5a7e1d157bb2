import type { Caller } from '@loci/core';
import { continueAfter, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { z } from 'zod';
import type { Tag, TagRepository } from './tag.repository.ts';

export interface ListTagsDeps {
  inTransaction: InTransaction;
  tags: Pick<TagRepository, 'list' | 'count'>;
}

/** Name of this list in its cursors. */
export const TAG_LIST = 'tags';

const usageAndName = z.tuple([z.int(), z.string()]);

/**
 * Lists the tenant's tags by descending usage.
 *
 * @returns the page, plus one tag if there is a next page, and the number of all tags
 * @throws VAL_FIELD_INVALID for the cursor of another list
 * @see docs/reference/tags.md#list-tags
 */
export async function listTags(
  { inTransaction, tags }: ListTagsDeps,
  caller: Caller,
  page: CursorPage,
): Promise<{ items: Tag[]; total: number }> {
  const after = continueAfter(page.cursor, TAG_LIST, usageAndName);
  return inTransaction(caller.tenantId, async (tx) => {
    const [items, total] = await Promise.all([
      tags.list(tx, caller.tenantId, { ...toLimit(page), after }),
      tags.count(tx, caller.tenantId),
    ]);
    return { items, total };
  });
}
