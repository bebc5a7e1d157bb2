import { z } from 'zod';
import { ADDITIVE, defineTool } from '../tool.ts';
import {
  anyObject,
  content,
  idempotencyKey,
  importance,
  occurredAt,
  replayed,
  tags,
  warnings,
} from './parameters.ts';

export const store = defineTool({
  name: 'store',
  title: 'Store a memory',
  summary: 'Stores a piece of knowledge for later conversations.',
  notes: 'The memory type is detected from the text. The importance is estimated if it is not given.',
  scope: 'write',
  annotations: ADDITIVE,
  input: z.object({
    content,
    tags: tags.optional(),
    importance: importance.optional(),
    occurred_at: occurredAt.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: { memory: anyObject, warnings, replayed },
  handle: async ({ caller, memory, writeOptions }, input) => ({
    memory: await memory.createClassified(caller, input, writeOptions),
  }),
});
