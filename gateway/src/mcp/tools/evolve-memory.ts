import { EVOLUTION_TYPES } from '@loci/contracts';
import { z } from 'zod';
import { DESTRUCTIVE, defineTool } from '../tool.ts';
import { anyObject, content, id, idempotencyKey, replayed, validFrom } from './parameters.ts';

export const evolveMemory = defineTool({
  name: 'evolve_memory',
  title: 'Evolve a memory',
  summary: 'Replaces a memory by a new version and keeps the earlier one in its history.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({
    memory_id: id,
    new_content: content,
    evolution_type: z.enum(EVOLUTION_TYPES),
    reason: z.string().optional(),
    valid_from: validFrom.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: { evolution: anyObject, replayed },
  handle: async ({ request, writeOptions }, { memory_id: memoryId, ...body }) => ({
    evolution: await request<Record<string, unknown>>(
      { method: 'post', path: `/api/v2/memories/${memoryId}/evolve`, body },
      writeOptions,
    ),
  }),
});
