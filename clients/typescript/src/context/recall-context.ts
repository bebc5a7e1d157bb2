import type { CallOptions } from '../options.ts';
import type { Memories } from '../resources/memories.ts';
import type { Search } from '../resources/search.ts';
import type { SearchRequest } from '../types.ts';
import { Context } from './context.ts';
import { estimateTokens, packMemories } from './pack-memories.ts';
import type { ContextMemory, CountTokens } from './pack-memories.ts';

export interface ContextRequest {
  query: string;
  /** Maximum number of tokens of the context. */
  tokens: number;
  /** Counts the tokens of a text. Default: a quarter of its characters. */
  countTokens?: CountTokens | undefined;
  /** Maximum number of pinned memories, 0 to 100. Default: 20. */
  pinned?: number | undefined;
  /** Further fields of the hybrid search, such as `memory_types` and `limit`. */
  search?: Omit<SearchRequest, 'query'> | undefined;
}

const DEFAULT_PINNED = 20;

/**
 * Packs pinned memories and the results of a hybrid search into a token budget. Pinned memories precede the results.
 *
 * @throws RangeError if `tokens` is not a positive number
 */
export async function recallContext(
  memories: Memories,
  search: Search,
  request: ContextRequest,
  options: CallOptions = {},
): Promise<Context> {
  const { query, tokens, countTokens = estimateTokens, pinned: maxPinned = DEFAULT_PINNED } = request;
  if (!(tokens > 0)) throw new RangeError('`tokens` must be a positive number.');
  const [pinned, results] = await Promise.all([
    maxPinned === 0
      ? { items: [] }
      : memories.list({ pinned: true, per_page: maxPinned, sort: '-importance' }, options),
    search.hybrid({ ...request.search, query }, {}, options),
  ]);
  const found = new Map<string, ContextMemory>();
  for (const { id, content, occurred_at: occurredAt } of pinned.items) {
    found.set(id, { id, content, occurredAt, pinned: true });
  }
  for (const { id, content, occurred_at: occurredAt } of results.items) {
    if (!found.has(id)) found.set(id, { id, content, occurredAt, pinned: false });
  }
  return new Context(packMemories([...found.values()], tokens, countTokens));
}
