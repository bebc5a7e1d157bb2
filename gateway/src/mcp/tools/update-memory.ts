import type { MemoryResource } from '@loci/contracts';
import { z } from 'zod';
import { compactMemory } from '../compact-fields.ts';
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
  summary: 'Changes the given fields of a memory.',
  notes: 'tags replaces all tags. Null removes a time.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({
    memory_id: id,
    content: content.optional(),
    importance: importance.optional(),
    tags: tags.optional(),
    valid_from: validFrom.nullable().optional(),
    valid_until: validUntil.nullable().optional(),
    expires_at: expiresAt.nullable().optional(),
    ttl_seconds: ttlSeconds.optional(),
    pinned: pinned.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: { memory: anyObject, warnings, replayed },
  toText: ({ memory, ...others }) => ({
    ...others,
    memory: compactMemory(memory as Record<string, unknown>),
  }),
  handle: async ({ request, writeOptions }, { memory_id: memoryId, ...body }) => ({
    memory: await request<MemoryResource>(
      { method: 'put', path: `/api/v2/memories/${memoryId}`, body },
      writeOptions,
    ),
  }),
});
