import { z } from 'zod';
import { READ_ONLY, defineTool } from '../tool.ts';
import { anyObject, count, cursor, namePattern, text } from './parameters.ts';

/** Maximum offset. Exceeds the number of contexts of any tenant. */
const MAX_OFFSET = 1_000_000_000;

export const listContexts = defineTool({
  name: 'list_contexts',
  title: 'List contexts',
  summary: 'Lists saved contexts, newest first.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({
    limit: z.int().min(1).max(100).default(20),
    offset: z.int().min(0).max(MAX_OFFSET).default(0),
    cursor: cursor,
    name_pattern: namePattern.optional(),
    include_descriptions: z.boolean().default(false),
  }),
  overriddenBy: { offset: ['cursor'] },
  output: {
    total: count,
    limit: count,
    offset: count,
    has_more: z.boolean(),
    next_cursor: text.nullable().describe('Cursor of the next page, or null.'),
    contexts: z.array(anyObject),
  },
  handle: async ({ caller, memory, callOptions }, { name_pattern, cursor, ...page }) => {
    const { items, total, offset, next_cursor } = await memory.listCheckpoints(
      caller,
      {
        ...page,
        ...(name_pattern === undefined ? {} : { name_pattern }),
        ...(cursor == null ? {} : { cursor }),
      },
      callOptions,
    );
    const contexts = items.map(({ created_at: created, ...checkpoint }) => ({ ...checkpoint, created }));
    return { total, limit: page.limit, offset, has_more: next_cursor !== null, next_cursor, contexts };
  },
});
