import { componentNames, shortenContent } from '@loci/contracts';
import { continuation, cursorField, encodeCursor, queryNumber, route, takeItems } from '@loci/http';
import type { Cursor, Route } from '@loci/http';
import { z } from 'zod';
import type { Conversation, CreationKey } from './conversation.repository.ts';
import { CONVERSATION_LIST, listConversations } from './list-conversations.ts';
import type { ListConversationsDeps } from './list-conversations.ts';

const conversationsQuery = z.object({
  limit: queryNumber(z.int().min(1).max(100)).default(20).describe('Maximum number of conversations.'),
  cursor: cursorField.optional().describe('next_cursor of the previous response.'),
});

const conversationList = z
  .object({
    items: z
      .array(
        z
          .object({
            conversation_id: z.string().describe('ID of the conversation.'),
            memory_count: z
              .int()
              .describe('Number of memories. A lower bound if `memory_count_is_exact` is false.'),
            memory_count_is_exact: z
              .boolean()
              .describe('False if there are more than `memory_count` memories.'),
            first_created_at: z.string().describe('Time at which the first memory was created.'),
            last_created_at: z.string().describe('Time at which the last memory was created.'),
            excerpt: z.string().describe('The first 300 characters of the first memory.'),
          })
          .register(componentNames, { name: 'Conversation' }),
      )
      .describe('Conversations, the one with the latest memory first.'),
    ...continuation,
  })
  .register(componentNames, { name: 'ConversationList' });

function toConversationList(
  { conversations, scanEnd }: { conversations: readonly Conversation[]; scanEnd: CreationKey | undefined },
  { limit, cursor }: { limit: number; cursor: Cursor | undefined },
) {
  const start = cursor?.position ?? 0;
  const { items, truncated, next_cursor } = takeItems(
    conversations,
    { start, limit },
    {
      list: CONVERSATION_LIST,
      toItem: ({ id, count, isCountExact, firstCreatedAt, lastCreatedAt, content }) => ({
        conversation_id: id,
        memory_count: count,
        memory_count_is_exact: isCountExact,
        first_created_at: firstCreatedAt.toISOString(),
        last_created_at: lastCreatedAt.toISOString(),
        excerpt: shortenContent(content),
      }),
      keyOf: ({ lastCreatedAt, lastMemoryId }) => [lastCreatedAt.toISOString(), lastMemoryId],
    },
  );
  if (next_cursor !== null || scanEnd === undefined) return { items, truncated, next_cursor };
  const next = { list: CONVERSATION_LIST, after: [...scanEnd], position: start + items.length };
  return { items, truncated, next_cursor: encodeCursor(next) };
}

export const conversationRoutes = (deps: ListConversationsDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/conversations',
    scope: 'read',
    summary: 'List conversations',
    operationId: 'listConversations',
    description: 'Lists the conversations of the tenant with their number of memories, times and an excerpt.',
    reads: ['memory'],
    query: conversationsQuery,
    response: conversationList,
    handle: async ({ caller, query: { limit, cursor } }) =>
      toConversationList(await listConversations(deps, caller, { limit, cursor }), { limit, cursor }),
  }),
];
