import type { FoundItem, ItemsRequest, MemoryType, SourceType } from '@loci/contracts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { unlessUnavailable } from '../or-null-if-unavailable.ts';
import type { KeywordIndex, Snippet } from '../keyword-index/keyword-index.ts';
import { chunkContexts } from './build-chunk-contexts.ts';
import { fetchItems } from './fetch-items.ts';
import type { ItemSourceDeps } from './fetch-items.ts';

export interface ReadItemsDeps extends ItemSourceDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch' | 'highlight' | 'chunks'>;
}

/** About so many characters of the content, from its beginning, where no word was hit. */
const SNIPPET_LENGTH = 200;

/**
 * All that a result shows of these items, in the order of the ids; those that are gone are left out. While the keyword
 * index does not answer nothing is highlighted, and chunks stand alone.
 *
 * @throws SYS_SERVICE_UNAVAILABLE when neither the keyword index nor the owners of the items answer
 * @see SPEC.md "Search"
 */
export async function readItems(deps: ReadItemsDeps, request: ItemsRequest): Promise<FoundItem[]> {
  const { keywordIndex } = deps;
  const { tenant_id: tenantId, ids, query, include_neighbors: around } = request;
  const [items, passages] = await Promise.all([
    fetchItems(deps, tenantId, ids),
    query === null ? null : unlessUnavailable(keywordIndex.highlight(tenantId, { query, ids }), null),
  ]);
  const contexts =
    (await unlessUnavailable(chunkContexts(keywordIndex, tenantId, items, around), null)) ??
    (await chunkContexts(keywordIndex, tenantId, items, 0));
  return items.map((item) => toFound(item, passages?.get(item.id), contexts.get(item.id) ?? null));
}

function toFound(item: IndexedItem, passage: Snippet | undefined, context: string | null): FoundItem {
  return {
    id: item.id,
    kind: item.documentId === null ? 'memory' : 'chunk',
    content: item.content,
    snippet: passage?.text ?? firstPart(item.content),
    highlight: passage?.highlight ?? null,
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
  };
}

function firstPart(content: string): string {
  if (content.length <= SNIPPET_LENGTH) return content;
  const cut = content.slice(0, SNIPPET_LENGTH);
  const atWord = cut.lastIndexOf(' ');
  return `${cut.slice(0, atWord > SNIPPET_LENGTH / 2 ? atWord : SNIPPET_LENGTH).toWellFormed()}…`;
}
