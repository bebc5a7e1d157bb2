import { z } from 'zod';
import { ADDITIVE, defineTool } from '../tool.ts';
import {
  anyObject,
  content,
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
  summary: 'Stores a piece of knowledge for later conversations.',
  notes:
    'Detects the type, and the importance if it is not given. Returns similar and contradicting memories.',
  scope: 'write',
  annotations: ADDITIVE,
  input: z.object({
    content,
    tags: tags.optional(),
    importance: importance.optional(),
    occurred_at: occurredAt.optional(),
    valid_from: validFrom.optional(),
    valid_until: validUntil.optional(),
    expires_at: expiresAt.optional(),
    ttl_seconds: ttlSeconds.optional(),
    pinned: pinned.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: { memory: anyObject, similar, warnings, replayed },
  handle: async ({ caller, memory, writeOptions }, input) => {
    const { similar: found, ...created } = await memory.createClassified(caller, input, writeOptions);
    return { memory: created, similar: found };
  },
});
