import { AWAKENING_CONTEXT } from '@loci/contracts';
import { AppError } from '@loci/core';
import { z } from 'zod';
import { READ_ONLY, defineTool } from '../tool.ts';
import { readBriefing } from './awaken.ts';
import { MAX_CONTEXT_NAME_LENGTH, anyObject, count, text } from './parameters.ts';

const AWAKENING_DESCRIPTION = 'The personality: persona, custom instructions and tool reference.';

export const restoreContext = defineTool({
  name: 'restore_context',
  title: 'Restore a context',
  summary: 'Returns a saved context with its memories.',
  notes: `${AWAKENING_CONTEXT} adds the awakening briefing.`,
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({
    name: z.string().min(1).max(MAX_CONTEXT_NAME_LENGTH),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: {
    name: text,
    description: text.nullable(),
    context_id: text.nullable(),
    memories: z.array(anyObject),
    count,
    truncated: z.boolean(),
    omitted_memory_ids: z
      .array(text)
      .describe('Ids of memories that the size limit omitted. fetch returns each of them.'),
    briefing: text,
  },
  handle: async (context, { name, limit }) => {
    const { caller, memory, callOptions } = context;
    const [checkpoint, briefing] = await Promise.all([
      memory.restoreCheckpoint(caller, { name, limit }, callOptions),
      name === AWAKENING_CONTEXT ? readBriefing(context) : null,
    ]);
    if (checkpoint === null && briefing === null) {
      throw new AppError('RES_NOT_FOUND', `The context ${name} does not exist. See list_contexts.`, {
        details: { resource_type: 'checkpoint', resource_id: name },
      });
    }
    const { memories = [], omitted_memory_ids: omitted = [] } = checkpoint ?? {};
    return {
      name,
      description: checkpoint?.description ?? (briefing === null ? null : AWAKENING_DESCRIPTION),
      context_id: checkpoint?.id ?? null,
      memories,
      count: memories.length,
      ...(omitted.length === 0 ? {} : { truncated: true, omitted_memory_ids: omitted }),
      ...(briefing === null ? {} : { briefing }),
    };
  },
});
