import { MAX_CONTENT_LENGTH, MAX_TAGS } from '@loci/contracts';
import { z } from 'zod';
import { compactMemory } from '../compact-fields.ts';
import { ADDITIVE, defineTool } from '../tool.ts';
import {
  anyObject,
  content,
  existing,
  expiresAt,
  idempotencyKey,
  importance,
  occurredAt,
  pinned,
  replayed,
  similar,
  tags,
  ttlSeconds,
  validFrom,
  validUntil,
  warnings,
} from './parameters.ts';

export const store = defineTool({
  name: 'store',
  title: 'Store a memory',
  summary: 'Stores a fact for later conversations.',
  notes: 'Returns the existing memory of a known fact, and similar ones.',
  scope: 'write',
  annotations: ADDITIVE,
  input: z.object({
    content: content.describe(`At most ${MAX_CONTENT_LENGTH} characters.`),
    tags: tags.optional().describe(`At most ${MAX_TAGS}.`),
    importance: importance.optional().describe('0 to 1.'),
    occurred_at: occurredAt.optional(),
    valid_from: validFrom.optional(),
    valid_until: validUntil.optional(),
    expires_at: expiresAt.optional().describe('Time of deletion.'),
    ttl_seconds: ttlSeconds.optional().describe('Instead of expires_at.'),
    pinned: pinned.optional().describe('Keeps it from expiring by default.'),
    idempotency_key: idempotencyKey,
  }),
  output: { existing, memory: anyObject, similar, warnings, replayed },
  toText: ({ memory, ...others }) => ({
    ...others,
    memory: compactMemory(memory as Record<string, unknown>),
  }),
  handle: async ({ caller, memory, writeOptions }, input) => {
    const {
      similar: found,
      existing: isExisting,
      ...stored
    } = await memory.createClassified(caller, input, writeOptions);
    return { ...(isExisting && { existing: isExisting }), memory: stored, similar: found };
  },
});
