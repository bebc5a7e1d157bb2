import type { Caller } from '@loci/core';
import { continueAfter, timeAndId } from '@loci/http';
import type { Cursor } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { Conversation, ConversationRepository, CreationKey } from './conversation.repository.ts';

export interface ListConversationsDeps {
  inTransaction: InTransaction;
  conversations: ConversationRepository;
  now(): Date;
}

/** Name of this list in its cursors. */
export const CONVERSATION_LIST = 'conversations';

/**
 * Lists conversations, the one with the latest memory first.
 *
 * @returns the page, plus one conversation if the next one was found. `scanEnd` is the position to continue at if the page is
 *   shorter because the request looked at its maximum number of memories.
 * @throws VAL_FIELD_INVALID for the cursor of another list
 * @see docs/reference/memories.md#list-conversations
 */
export async function listConversations(
  { inTransaction, conversations, now }: ListConversationsDeps,
  { tenantId }: Caller,
  { limit, cursor }: { limit: number; cursor: Cursor | undefined },
): Promise<{ conversations: Conversation[]; scanEnd: CreationKey | undefined }> {
  const after = continueAfter(cursor, CONVERSATION_LIST, timeAndId);
  return inTransaction(tenantId, async (tx) => {
    const found = await conversations.list(tx, tenantId, { limit: limit + 1, after, now: now() });
    const scanEnd = found.length > limit ? undefined : await conversations.findScanEnd(tx, tenantId, after);
    return { conversations: found, scanEnd };
  });
}
