import { componentNames, memoryResource } from '@loci/contracts';
import { Reply, continuation, cursorPaginationSchema, limitWarnings, takePage } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { z } from 'zod';
import type { TagChange } from './add-tags.ts';
import { TAG_LIST } from './list-tags.ts';
import type { Tag } from './tag.repository.ts';

/** Response of adding or removing tags. @see docs/reference/tags.md#add-tags */
export const tagChangeResource = z
  .object({
    memory_id: z.guid().describe('ID of the memory.'),
    tags: z.array(z.string()).describe('Tags of the memory.'),
    warnings: z.array(z.string()).nullable().describe('Skipped and changed tags; null if there are none.'),
  })
  .register(componentNames, { name: 'TagChange' });

/** Builds the response of a tag change. It has the warnings also in `data`. */
export const toTagChangeReply = (memoryId: string, { tags, warnings }: TagChange): Reply =>
  new Reply({ memory_id: memoryId, tags, warnings: limitWarnings(warnings) ?? null }, { warnings });

/** Response of renaming a tag. @see docs/reference/tags.md#rename-a-tag */
export const renamedTagResource = z
  .object({
    name: z.string().describe('Normalized new name.'),
    changed: z.int().describe('Number of memories that this request changed.'),
    remaining: z.int().describe('Number of active memories that still have the old tag.'),
  })
  .register(componentNames, { name: 'RenamedTag' });

/** Tags of a tenant. @see docs/reference/tags.md#list-tags */
export const tagListResource = z
  .object({
    items: z
      .array(
        z.object({
          id: z.guid().describe('ID of the tag.'),
          name: z.string().describe('Normalized name.'),
          usage_count: z.int().describe('Number of active memories with the tag.'),
          created_at: z.string().describe('Time at which the memory was created.'),
        }),
      )
      .describe('Tags, most used first.'),
    total: z.int().describe('Number of tags.'),
    ...continuation,
  })
  .register(componentNames, { name: 'TagList' });

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
export const tagMemoriesResource = z
  .object({
    items: z.array(memoryResource).describe('Memories with the tag, newest first.'),
    pagination: cursorPaginationSchema
      .omit({ has_next: true, has_prev: true })
      .describe('Place of the page in the list.'),
  })
  .register(componentNames, { name: 'TaggedMemoryList' });
