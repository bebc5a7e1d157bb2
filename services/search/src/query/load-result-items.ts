import type {
  CloudItem,
  ItemsRequest,
  ItemsResponse,
  MemoryType,
  ResultItem,
  SourceType,
} from '@loci/contracts';
import type { IndexedItem } from '../items/indexed-item.ts';
import type { KeywordIndex, Snippet } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { buildChunkContexts } from './build-chunk-contexts.ts';
import { fetchItems } from './fetch-items.ts';
import type { FetchItemsDeps } from './fetch-items.ts';

export interface LoadResultItemsDeps extends FetchItemsDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch' | 'highlight' | 'chunks'>;
}

/** Maximum length of a snippet from the beginning of the content, in UTF-16 code units. */
const SNIPPET_LENGTH = 200;

/**
 * Loads the result fields of items: content, snippet, highlight, document context and attributes. If the keyword index
 * is unavailable, highlights are null and the context of a chunk is its content.
 *
 * @returns items in the order of `request.ids`, and cloud items in the order of `request.cloud_ids`. Unknown
 *   ids are left out.
 * @throws SYS_SERVICE_UNAVAILABLE if the keyword index and the memory or document service are unavailable
 * @see docs/reference/search.md#result-items
 */
export async function loadResultItems(
  deps: LoadResultItemsDeps,
  request: ItemsRequest,
): Promise<ItemsResponse> {
  const { keywordIndex } = deps;
  const { tenant_id: tenantId, ids, query, include_neighbors: neighborCount } = request;
  const cloudIds = request.cloud_ids ?? [];
  const [items, cloudItems, snippets] = await Promise.all([
    fetchItems(deps, tenantId, ids),
    cloudIds.length === 0 ? [] : fetchItems(deps, tenantId, cloudIds),
    query === null ? null : orNullIfUnavailable(keywordIndex.highlight(tenantId, { query, ids })),
  ]);
  const contexts =
    (await orNullIfUnavailable(buildChunkContexts(keywordIndex, tenantId, items, neighborCount))) ??
    (await buildChunkContexts(keywordIndex, tenantId, items, 0));
  return {
    items: items.map((item) => toResultItem(item, snippets?.get(item.id), contexts.get(item.id) ?? null)),
    cloud_items: cloudItems.map(toCloudItem),
  };
}

const toCloudItem = ({ id, content, memoryType, importance }: IndexedItem): CloudItem => ({
  id,
  content,
  memory_type: memoryType as MemoryType | null,
  importance,
});

const toResultItem = (
  item: IndexedItem,
  snippet: Snippet | undefined,
  context: string | null,
): ResultItem => ({
  id: item.id,
  kind: item.documentId === null ? 'memory' : 'chunk',
  content: item.content,
  snippet: snippet?.text ?? beginningOf(item.content),
  highlight: snippet?.highlight ?? null,
  memory_type: item.memoryType as MemoryType | null,
  importance: item.importance,
  confidence: item.confidence,
  source_type: item.sourceType as SourceType,
  user_id: item.userId,
  tags: item.tags,
  created_at: item.createdAt,
  updated_at: item.updatedAt,
  document_id: item.documentId,
  content_with_context: context,
  chunk_index: item.chunkIndex,
  total_chunks: item.totalChunks,
});

/**
 * Returns the beginning of the content, cut at the last space if that is in the second half of the snippet.
 */
function beginningOf(content: string): string {
  if (content.length <= SNIPPET_LENGTH) return content;
  const cut = content.slice(0, SNIPPET_LENGTH);
  const lastSpace = cut.lastIndexOf(' ');
  return `${cut.slice(0, lastSpace > SNIPPET_LENGTH / 2 ? lastSpace : SNIPPET_LENGTH).toWellFormed()}…`;
}
