import { BaseListChatMessageHistory } from '@langchain/core/chat_history';
import { mapChatMessagesToStoredMessages, mapStoredMessagesToChatMessages } from '@langchain/core/messages';
import type { BaseMessage, StoredMessage } from '@langchain/core/messages';
import type { Loci, Memory, MemoryInput } from '@loci/client';
import { createMemories, deleteMemories } from './memory-requests.ts';
import { hashTag, toContent, toStoredJson } from './stored-values.ts';

/** Maximum number of memories on a page. @see docs/reference/http.md#pagination */
const PAGE_SIZE = 100;
/** Maximum length of a conversation ID. @see docs/reference/memories.md#conversations */
const MAX_CONVERSATION_ID_LENGTH = 200;
const DEFAULT_LIMIT = 1_000;

/** Fields of the constructor of {@link LociChatMessageHistory}. */
export interface LociChatMessageHistoryFields {
  client: Loci;
  /** ID of the conversation, 1 to 200 characters. */
  sessionId: string;
  /** Maximum number of messages that `getMessages` returns. Default: 1,000. */
  limit?: number | undefined;
  /** Tags of every message, at most 9, for example one per user of the application. */
  tags?: readonly string[] | undefined;
}

/**
 * Messages of one conversation. Each message is a memory of the type `conversation`, so that searches find it, also in
 * other conversations.
 */
export class LociChatMessageHistory extends BaseListChatMessageHistory {
  static override lc_name(): string {
    return 'LociChatMessageHistory';
  }

  lc_namespace = ['loci', 'chat_history'];
  readonly #client: Loci;
  readonly #sessionId: string;
  readonly #limit: number;
  readonly #tags: readonly string[];

  /** @throws RangeError if `sessionId` does not have 1 to 200 characters, or `limit` is not a positive integer */
  constructor({ client, sessionId, limit = DEFAULT_LIMIT, tags = [] }: LociChatMessageHistoryFields) {
    super();
    if (sessionId.length < 1 || sessionId.length > MAX_CONVERSATION_ID_LENGTH) {
      throw new RangeError(
        `\`sessionId\` must have 1 to ${MAX_CONVERSATION_ID_LENGTH} characters, not ${sessionId.length}.`,
      );
    }
    if (!Number.isInteger(limit) || limit < 1) {
      throw new RangeError(`\`limit\` must be a positive integer, not ${limit}.`);
    }
    this.#client = client;
    this.#sessionId = sessionId;
    this.#limit = limit;
    this.#tags = tags;
  }

  /** Returns the newest messages up to the limit, oldest first. */
  override async getMessages(): Promise<BaseMessage[]> {
    const stored: StoredMessage[] = [];
    for await (const memory of this.#iterateMessages(Math.min(this.#limit, PAGE_SIZE))) {
      stored.push(JSON.parse(messageOf(memory)!) as StoredMessage);
      if (stored.length === this.#limit) break;
    }
    return mapStoredMessagesToChatMessages(stored.reverse());
  }

  override addMessage(message: BaseMessage): Promise<void> {
    return this.addMessages([message]);
  }

  /**
   * Stores messages in one request. More than 1,000 messages or 6 MiB need several requests.
   *
   * @throws RangeError if a message has more than 60,000 bytes of escaped JSON
   */
  override async addMessages(messages: BaseMessage[]): Promise<void> {
    const tags = [...this.#tags, await this.#tag()];
    const memories = mapChatMessagesToStoredMessages(messages).map((stored, index): MemoryInput => {
      const message = messages[index]!;
      return {
        content: toContent(message.text, `Message of the type ${message.type} without text.`),
        memory_type: 'conversation',
        source_type: 'conversation',
        tags,
        metadata: {
          conversation_id: this.#sessionId,
          langchain_message: toStoredJson(stored, `The message ${index}`),
        },
      };
    });
    await createMemories(this.#client, memories);
  }

  /** Deletes the messages of the conversation. Needs the permission `delete`. */
  override async clear(): Promise<void> {
    let page: string[] = [];
    for await (const { id } of this.#iterateMessages(PAGE_SIZE)) {
      page.push(id);
      if (page.length === PAGE_SIZE) {
        await deleteMemories(this.#client, page);
        page = [];
      }
    }
    await deleteMemories(this.#client, page);
  }

  /** Yields the memories of messages, newest first. */
  async *#iterateMessages(perPage: number): AsyncGenerator<Memory> {
    const filters = { tags: await this.#tag(), sort: '-created_at', per_page: perPage } as const;
    for await (const memory of this.#client.memories.iterate(filters)) {
      if (memory.metadata['conversation_id'] === this.#sessionId && messageOf(memory) !== undefined)
        yield memory;
    }
  }

  #tag(): Promise<string> {
    return hashTag('lc-chat', this.#sessionId);
  }
}

/** Returns the JSON of the message; undefined if the memory is not a message. */
function messageOf({ metadata }: Memory): string | undefined {
  const message = metadata['langchain_message'];
  return typeof message === 'string' ? message : undefined;
}
