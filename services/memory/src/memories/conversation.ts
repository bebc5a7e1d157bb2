import type { Caller } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { MemoryRepository } from './memory.repository.ts';
import type { Memory } from './memory.ts';

export interface ContinueConversationsDeps {
  database: Pick<Database, 'inTransaction'>;
  memories: Pick<MemoryRepository, 'findOpenConversation'>;
}

/** Maximum age of the user's previous conversation memory for a new memory to continue its conversation. */
const CONVERSATION_GAP_MS = 30 * 60_000;

/**
 * Sets the conversation id of new memories of type `conversation`, unless they have one. Changes nothing if
 * the caller does not use OAuth. A memory continues the conversation of the user's previous conversation
 * memory, or starts a conversation whose id is the id of the memory.
 *
 * @param memories memories of one caller in the order of their creation
 * @see docs/reference/memories.md#conversations
 */
export async function continueConversations(
  deps: ContinueConversationsDeps,
  caller: Caller,
  memories: readonly Memory[],
): Promise<void> {
  if (caller.via !== 'oauth') return;
  let open: string | null = null;
  for (const memory of memories) {
    if (memory.memoryType !== 'conversation') continue;
    memory.conversationId ??= open ?? (await findOpenConversation(deps, memory)) ?? memory.id;
    open = memory.conversationId;
  }
}

const findOpenConversation = (
  { database, memories }: ContinueConversationsDeps,
  { tenantId, userId, createdAt }: Memory,
): Promise<string | null> =>
  database.inTransaction(tenantId, (tx) =>
    memories.findOpenConversation(tx, tenantId, userId, new Date(createdAt.getTime() - CONVERSATION_GAP_MS)),
  );
