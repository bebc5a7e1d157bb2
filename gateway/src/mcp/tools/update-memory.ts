import type { MemoryResource } from '@loci/contracts';
import { z } from 'zod';
import { DESTRUCTIVE, defineTool } from '../tool.ts';
import {
  anyObject,
  content,
  expiresAt,
  id,
  idempotencyKey,
  importance,
  pinned,
  replayed,
  tags,
  ttlSeconds,
  validFrom,
  validUntil,
  warnings,
} from './parameters.ts';

export const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Update a memory',
  summary: 'Changes the content, importance, tags, validity, expiry or pin of a memory.',
  notes:
    'Only the given fields change. Given tags replace the existing tags. Null removes a bound of the validity or the expiry.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({
    memory_id: id('Id of the memory.'),
    content: content.optional(),
    importance: importance.optional(),
    tags: tags.optional(),
    valid_from: validFrom
      .nullable()
      .optional()
      .describe('New start of the period in which the text is true. Null for no start.'),
    valid_until: validUntil
      .nullable()
      .optional()
      .describe('New end of the period in which the text is true. Null for no end.'),
    expires_at: expiresAt
      .nullable()
      .optional()
      .describe('New time from which the memory is gone. Null removes it.'),
    ttl_seconds: ttlSeconds.optional(),
    pinned: pinned.optional(),
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
