import { optionalPageQuery, pageQuery, uuid } from '@loci/http';
import { z } from 'zod';

export const memoryTagsParams = z.object({ memory_id: uuid });
export const tagsBody = z.object({ tags: z.array(z.string()) });
export const tagParams = z.object({ tag: z.string() });
export const tagMemoriesQuery = z.object(pageQuery);
export const listTagsQuery = z.object(optionalPageQuery);
