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
    'Only the given fields change. Tags are replaced. Null removes valid_from, valid_until or expires_at.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({
    memory_id: id('ID.'),
    content: content.optional(),
    importance: importance.optional(),
    tags: tags.optional(),
    valid_from: validFrom.nullable().optional().describe('ISO 8601 or null.'),
    valid_until: validUntil.nullable().optional().describe('ISO 8601 or null.'),
    expires_at: expiresAt.nullable().optional().describe('ISO 8601 or null.'),
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
