import { z } from 'zod';
import { OVERWRITES, tool } from '../tool.ts';
import { RENAMED_ENDS } from './connect.ts';
import { count, id } from './parameters.ts';

export const disconnect = tool({
  name: 'disconnect',
  title: 'Disconnect memories',
  summary: 'Deletes all relationships from one memory to another and keeps the memories.',
  scope: 'write',
  annotations: OVERWRITES,
  input: z.object({
    from_memory: id('Id of the memory where the relationships start.'),
    to_memory: id('Id of the memory where they end.'),
  }),
  output: { deleted: count },
  renamed: RENAMED_ENDS,
  handle: async ({ ask }, { from_memory, to_memory }) => {
    const { deleted } = await ask<{ deleted: number }>({
      method: 'delete',
      path: '/api/v2/relationships/between',
      query: { from_id: from_memory, to_id: to_memory },
    });
    return { deleted };
  },
});
