import type { MemoryResource } from '@loci/contracts';
import { z } from 'zod';
import { DESTRUCTIVE, defineTool } from '../tool.ts';
import {
  anyObject,
  content,
  id,
  idempotencyKey,
  importance,
  replayed,
  tags,
  warnings,
} from './parameters.ts';

export const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Update a memory',
  summary: 'Changes the content, importance or tags of a memory.',
  notes: 'Only the given fields change. Given tags replace the existing tags.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({
    memory_id: id('Id of the memory.'),
    content: content.optional(),
    importance: importance.optional(),
    tags: tags.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: { memory: anyObject, warnings, replayed },
  handle: async ({ request, writeOptions }, { memory_id: memoryId, ...body }) => ({
    memory: await request<MemoryResource>(
      { method: 'put', path: `/api/v2/memories/${memoryId}`, body },
      writeOptions,
    ),
  }),
});
