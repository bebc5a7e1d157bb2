import { z } from 'zod';
import { READ_ONLY, defineTool } from '../tool.ts';
import { anyObject, count, namePattern } from './parameters.ts';

/** Maximum offset. Exceeds the number of contexts of any tenant. */
const MAX_OFFSET = 1_000_000_000;

export const listContexts = defineTool({
  name: 'list_contexts',
  title: 'List contexts',
  summary: 'Lists saved contexts, newest first.',
  scope: 'read',
  annotations: READ_ONLY,
  input: z.object({
    limit: z.int().min(1).max(100).default(20).describe('Maximum number of contexts, 1 to 100.'),
    offset: z.int().min(0).max(MAX_OFFSET).default(0).describe('Number of contexts to skip.'),
    name_pattern: namePattern.optional(),
    include_descriptions: z.boolean().default(false).describe('Whether to include descriptions.'),
  }),
  output: {
    total: count,
    limit: count,
    offset: count,
    has_more: z.boolean(),
    contexts: z.array(anyObject),
  },
  handle: async ({ caller, memory, callOptions }, { limit, offset, name_pattern, include_descriptions }) => {
    const { items, total } = await memory.listCheckpoints(
      caller,
      { offset, limit, ...(name_pattern === undefined ? {} : { name_pattern }), include_descriptions },
      callOptions,
    );
    const contexts = items.map(({ created_at: created, ...checkpoint }) => ({ ...checkpoint, created }));
    // A page can end early because of the size limit. The next page starts after the last returned context.
    return { total, limit, offset, has_more: offset + contexts.length < total, contexts };
  },
});
