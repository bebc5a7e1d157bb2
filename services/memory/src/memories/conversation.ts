import type { Caller } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { MemoryRepository } from './memory.repository.ts';
import type { Memory } from './memory.ts';

export interface ContinueConversationsDeps {
  database: Pick<Database, 'inTransaction'>;
  memories: Pick<MemoryRepository, 'findOpenConversation'>;
}

/** Maximum age of a user's previous conversation memory whose conversation a new memory continues. */
const CONVERSATION_GAP_MS = 30 * 60_000;

/**
 * Sets the conversation id of new memories of type `conversation` that have none and that a user stores through OAuth.
 * Each one continues the user's previous conversation memory, or starts a conversation with its own id.
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
