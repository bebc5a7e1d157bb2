import { pageQuery, queryNumber, uuid } from '@loci/http';
import { z } from 'zod';

export const memoryTagsParams = z.object({ memory_id: uuid });
export const tagsBody = z.object({ tags: z.array(z.string()) });
export const tagParams = z.object({ tag: z.string() });
export const tagMemoriesQuery = z.object(pageQuery);

/** Lists without pages of their own take them all the same; without, they hold at most 1,000. */
export const MAX_UNPAGED = 1_000;
export const optionalPageQuery = z.object({
  page: queryNumber(z.int().min(1)).default(1),
  per_page: queryNumber(z.int().min(1).max(100)).optional(),
});
