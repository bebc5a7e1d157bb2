import { MAX_INPUT_TAG_LENGTH, tagsInput } from '@loci/contracts';
import { cursorPageQuery, optionalCursorPageQuery, uuid } from '@loci/http';
import { z } from 'zod';

export const memoryTagsParams = z.object({ memory_id: uuid });
export const tagsBody = z.object({ tags: tagsInput });
export const tagParams = z.object({ tag: z.string().max(MAX_INPUT_TAG_LENGTH) });
export const tagMemoriesQuery = z.object(cursorPageQuery);
export const listTagsQuery = z.object(optionalCursorPageQuery);
