import type { MemoryInput } from '@loci/client';

/** Options of `lociMiddleware`. */
export interface LociMiddlewareOptions {
  /** Maximum number of tokens of the recalled context, 100 to 32,000. Default: 1,500. */
  tokens?: number | undefined;
  /**
   * Maximum time of the recall in milliseconds. After this time, the model is called without a context.
   * Default: 1,500.
   */
  recallTimeoutMs?: number | undefined;
  /**
   * Tags of every stored memory, for example one per user of the application. The context then contains only memories
   * with at least one of these tags, and neither pinned memories nor contradictions, because these have no filter.
   */
  tags?: readonly string[] | undefined;
  /** ID of the conversation of the stored memories, 1 to 200 characters. @see docs/reference/memories.md#conversations */
  conversationId?: string | undefined;
  /** False turns off the recall. Default: true. */
  recall?: boolean | undefined;
  /** False turns off storing. Default: true. */
  store?: boolean | undefined;
  /**
   * Returns the memory to store for a message of the user, or null to store nothing. The text has no context of Loci,
   * no NUL characters, and at most 10,000 characters. Default: a memory of the type `conversation` with this text. Use
   * it to select messages or to remove secrets. `tags` and `conversationId` are added to the memory.
   */
  toMemory?: ((text: string) => MemoryInput | null | Promise<MemoryInput | null>) | undefined;
  /** Receives each error of a recall or a store, which never reach the caller of the model. Default: `console.warn`. */
  onError?: ((error: unknown, operation: 'recall' | 'store') => void) | undefined;
  /**
   * Receives the promise of each store, which never rejects. On serverless platforms, pass the function that keeps the
   * instance running until a promise is settled.
   */
  waitUntil?: ((stored: Promise<void>) => void) | undefined;
}
