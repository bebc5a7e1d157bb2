import { memoryResource } from '@loci/contracts';
import { Reply, continuation, cursorPaginationSchema, limitWarnings, takePage } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { z } from 'zod';
import type { TagChange } from './add-tags.ts';
import { TAG_LIST } from './list-tags.ts';
import type { Tag } from './tag.repository.ts';

/** Response of adding or removing tags. @see docs/reference/tags.md#add-tags */
export const tagChangeResource = z.object({
  memory_id: z.guid(),
  tags: z.array(z.string()),
  warnings: z.array(z.string()).nullable(),
});

/** Builds the response of a tag change. It has the warnings also in `data`. */
export const toTagChangeReply = (memoryId: string, { tags, warnings }: TagChange): Reply =>
  new Reply({ memory_id: memoryId, tags, warnings: limitWarnings(warnings) ?? null }, { warnings });

/** Tags of a tenant. @see docs/reference/tags.md#list-tags */
export const tagListResource = z.object({
  items: z.array(z.object({ id: z.guid(), name: z.string(), usage_count: z.int(), created_at: z.string() })),
  total: z.int(),
  ...continuation,
});

/** Builds a page from the result of `listTags`, which has one more tag if there is a next page. */
export function toTagList({ items: tags, total }: { items: Tag[]; total: number }, page: CursorPage) {
  const { items, truncated, next_cursor } = takePage(tags, page, {
    list: TAG_LIST,
    toItem: toTagResource,
    keyOf: ({ usageCount, name }) => [usageCount, name],
  });
  return { items, total, truncated, next_cursor };
}

const toTagResource = (tag: Tag) => ({
  id: tag.id,
  name: tag.name,
  usage_count: tag.usageCount,
  created_at: tag.createdAt.toISOString(),
});

/** A page of memories with a tag. @see docs/reference/tags.md#list-memories-with-a-tag */
export const tagMemoriesResource = z.object({
  items: z.array(memoryResource),
  pagination: cursorPaginationSchema.omit({ has_next: true, has_prev: true }),
});
