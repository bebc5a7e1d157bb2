import type { MemoryResource } from '@loci/contracts';
import { AppError } from '@loci/core';
import { fitItems } from '@loci/http';
import { z } from 'zod';
import { AWAKENING } from '../contexts/checkpoint.ts';
import { findCheckpoint } from '../contexts/read-checkpoints.ts';
import { READS, tool } from '../tool.ts';
import type { ToolContext } from '../tool.ts';
import { readBriefing } from './awaken.ts';
import { MAX_CONTEXT_NAME_LENGTH, anyObject, count, text } from './parameters.ts';

const AWAKENING_DESCRIPTION = 'The personality: persona, custom instructions and tool reference.';

export const restoreContext = tool({
  name: 'restore_context',
  title: 'Restore a context',
  summary: 'Returns a saved context by its name, with the memories attached to it.',
  notes: `The name ${AWAKENING} returns the awakening briefing as well.`,
  scope: 'read',
  annotations: READS,
  input: z.object({
    name: z.string().min(1).max(MAX_CONTEXT_NAME_LENGTH).describe('Name of the context, as it was saved.'),
    limit: z.int().min(1).max(100).default(20).describe('Most memories, 1 to 100.'),
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
      .describe('Memories that the size limit left out; fetch returns each of them.'),
    briefing: text,
  },
  handle: async (context, { name, limit }) => {
    const [checkpoint, briefing] = await Promise.all([
      findCheckpoint(context, name),
      name === AWAKENING ? readBriefing(context) : null,
    ]);
    if (checkpoint === null && briefing === null) {
      throw new AppError('RES_NOT_FOUND', `No context has the name ${name}.`, {
        details: { resource_type: 'checkpoint', resource_id: name },
      });
    }
    const attached = await readAttached(context, checkpoint?.memoryIds ?? [], limit);
    const memories = fitItems(attached);
    const omitted = attached.slice(memories.length).map(({ id }) => id);
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

/** The first of them that are still there. */
async function readAttached(
  { caller, memory }: ToolContext,
  ids: readonly string[],
  limit: number,
): Promise<MemoryResource[]> {
  const memories: MemoryResource[] = [];
  for (let start = 0; start < ids.length && memories.length < limit; start += limit) {
    const slice = ids.slice(start, start + limit);
    memories.push(...(await memory.getMany(caller.tenantId, slice, { requestId: caller.requestId })));
  }
  return memories.slice(0, limit);
}
