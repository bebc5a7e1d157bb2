import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { Page } from '@loci/http';
import type { Tag, TagRepository } from './tag.repository.ts';

export interface ListTagsDeps {
  inTransaction: InTransaction;
  tags: Pick<TagRepository, 'list' | 'count'>;
}

/**
 * Returns a page of the tenant's tags by descending usage, and the number of all tags.
 * @see docs/reference/tags.md#list-tags
 */
export async function listTags(
  { inTransaction, tags }: ListTagsDeps,
  caller: Caller,
  { page, perPage }: Page,
): Promise<{ items: Tag[]; total: number }> {
  return inTransaction(caller.tenantId, async (tx) => {
    const [items, total] = await Promise.all([
      tags.list(tx, caller.tenantId, perPage, (page - 1) * perPage),
      tags.count(tx, caller.tenantId),
    ]);
    return { items, total };
  });
}
