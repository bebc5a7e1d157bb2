import { z } from 'zod';
import { DESTRUCTIVE, defineTool } from '../tool.ts';
import { RELATIONSHIP_ARGUMENT_NAMES } from './connect.ts';
import { count, id, idempotencyKey, replayed } from './parameters.ts';

export const disconnect = defineTool({
  name: 'disconnect',
  title: 'Disconnect memories',
  summary: 'Deletes all relationships from one memory to another.',
  scope: 'write',
  annotations: DESTRUCTIVE,
  input: z.object({
    from_memory: id,
    to_memory: id,
    idempotency_key: idempotencyKey,
  }),
  output: { deleted: count, replayed },
  argumentNames: RELATIONSHIP_ARGUMENT_NAMES,
  handle: async ({ request, writeOptions }, { from_memory, to_memory }) => {
    const { deleted } = await request<{ deleted: number }>(
      {
        method: 'delete',
        path: '/api/v2/relationships/between',
        query: { from_id: from_memory, to_id: to_memory },
      },
      writeOptions,
    );
    return { deleted };
  },
});
