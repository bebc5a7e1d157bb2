import { RESOLUTIONS } from '@loci/contracts';
import { z } from 'zod';
import { DESTRUCTIVE, defineTool } from '../tool.ts';
import { anyObject, content, id, idempotencyKey, replayed } from './parameters.ts';

export const resolveContradiction = defineTool({
  name: 'resolve_contradiction',
  title: 'Resolve a contradiction',
  summary: 'Decides which of two contradicting memories is right.',
  notes: 'create_new replaces both by new_content.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({
    contradiction_id: id,
    resolution: z.enum(RESOLUTIONS),
    new_content: content.optional(),
    reason: z.string().optional(),
    idempotency_key: idempotencyKey,
  }),
  output: { contradiction: anyObject, replayed },
  handle: async ({ request, writeOptions }, { contradiction_id: contradictionId, ...body }) => ({
    contradiction: await request<Record<string, unknown>>(
      { method: 'post', path: `/api/v2/memories/contradictions/${contradictionId}/resolve`, body },
      writeOptions,
    ),
  }),
});
