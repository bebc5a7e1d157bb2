import { MAX_INPUT_TAG_LENGTH, tagsInput } from '@loci/contracts';
import { cursorPageQuery, optionalCursorPageQuery, uuid } from '@loci/http';
import { z } from 'zod';

export const memoryTagsParams = z.object({ memory_id: uuid.describe('ID of the memory.') });
export const tagsBody = z.object({ tags: tagsInput.describe('Tags to add or remove, at most 100.') });
export const tagParams = z.object({ tag: z.string().max(MAX_INPUT_TAG_LENGTH).describe('Name of the tag.') });
export const tagMemoriesQuery = z.object(cursorPageQuery);
export const listTagsQuery = z.object(optionalCursorPageQuery);

export const renameTagBody = z.object({
  name: z.string().min(1).max(MAX_INPUT_TAG_LENGTH).describe('New name, which is normalized.'),
  merge: z
    .boolean()
    .default(false)
    .describe('True to combine the tag with an existing tag of the new name. Also required to continue.'),
});
