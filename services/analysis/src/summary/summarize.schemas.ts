import { uuid } from '@loci/http';
import { z } from 'zod';
import { MAX_ANALYZED_MEMORIES } from '../reflection/reflect.ts';
import { maxMemories } from '../reflection/reflect.schemas.ts';
import type { SummarizeRequest } from './summarize.ts';

export const summarizeBody = z.object({
  memory_ids: z
    .array(uuid)
    .max(MAX_ANALYZED_MEMORIES)
    .nullish()
    .describe(
      'Memories to summarize. IDs of memories that do not exist or are not analyzed are ignored. If the field is omitted, the memories that occurred in the last 24 hours are summarized.',
    ),
  max_memories: maxMemories.describe('Maximum number of summarized memories.'),
  include_relationships: z.boolean().default(true).describe('False leaves `relationships` empty.'),
});

export const toSummarizeRequest = (body: z.output<typeof summarizeBody>): SummarizeRequest => ({
  memoryIds: body.memory_ids ?? undefined,
  maxMemories: body.max_memories,
  includeRelationships: body.include_relationships,
});
