import type { FoundItem, ItemsRequest, MemoryType, SourceType } from '@loci/contracts';
import type { IndexedItem } from '../items/indexed-item.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { chunkContexts } from './chunk-contexts.ts';

export interface ReadItemsDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch' | 'highlight' | 'chunks'>;
}

/** About so many characters of the content, from its beginning, where no word was hit. */
const SNIPPET_LENGTH = 200;

/**
 * All that a result shows of these items, in the order of the ids; those that are gone are left out.
 * @see SPEC.md "Search"
 */
export async function readItems(
  { keywordIndex }: ReadItemsDeps,
  request: ItemsRequest,
): Promise<FoundItem[]> {
  const { tenant_id: tenantId, ids, query } = request;
  const [items, highlights] = await Promise.all([
    keywordIndex.fetch(tenantId, { ids }),
    query === null ? new Map() : keywordIndex.highlight(tenantId, { query, ids }),
  ]);
  const contexts = await chunkContexts(keywordIndex, tenantId, items, request.include_neighbors);
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => {
    const item = byId.get(id);
    if (!item) return [];
    const marked = highlights.get(id);
    return toFound(
      item,
      marked?.highlight ?? null,
      marked?.snippet ?? firstPart(item.content),
      contexts.get(id) ?? null,
    );
  });
}

function toFound(
  item: IndexedItem,
  highlight: string | null,
  snippet: string,
  context: string | null,
): FoundItem {
  return {
    id: item.id,
    kind: item.documentId === null ? 'memory' : 'chunk',
    content: item.content,
    snippet,
    highlight,
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
