import { uuid } from '@loci/http';
import { z } from 'zod';
import { MAX_ANALYZED_MEMORIES } from '../reflection/reflect.ts';
import { maxMemories } from '../reflection/reflect.schemas.ts';
import type { SummarizeRequest } from './summarize.ts';

export const summarizeBody = z.object({
  memory_ids: z.array(uuid).max(MAX_ANALYZED_MEMORIES).nullish(),
  max_memories: maxMemories,
  include_relationships: z.boolean().default(true),
});

export const toSummarizeRequest = (body: z.output<typeof summarizeBody>): SummarizeRequest => ({
  memoryIds: body.memory_ids ?? undefined,
  maxMemories: body.max_memories,
  includeRelationships: body.include_relationships,
});
