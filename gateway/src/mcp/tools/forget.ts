import { z } from 'zod';
import { DESTRUCTIVE, defineTool } from '../tool.ts';
import { id, idempotencyKey, replayed, text } from './parameters.ts';

export const forget = defineTool({
  name: 'forget',
  title: 'Forget a memory',
  summary: 'Deletes a memory permanently.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({ memory_id: id, idempotency_key: idempotencyKey }),
  output: { id: text, deleted: z.boolean(), replayed },
  handle: ({ request, writeOptions }, { memory_id: memoryId }) =>
    request<Record<string, unknown>>(
      { method: 'delete', path: `/api/v2/memories/${memoryId}` },
      writeOptions,
    ),
});
