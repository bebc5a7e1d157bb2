import type {
  CloudItem,
  DocumentCitation,
  ItemsResponse,
  MemoryType,
  ResultItem,
  SourceType,
} from '@loci/contracts';
import { eventTime } from '../items/indexed-item.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import type { Snippet } from '../keyword-index/keyword-index.ts';
import { buildChunkContexts } from './build-chunk-contexts.ts';

/** Stored data from which the fields of results are built. */
export interface ResultParts {
  items: readonly IndexedItem[];
  cloudItems: readonly IndexedItem[];
  /** Items that graph expansion reached and that pass the filter. */
  reached: readonly IndexedItem[];
  /** Snippets by item id. Items without one show the beginning of their content. */
  snippets: ReadonlyMap<string, Snippet>;
  /** The chunks in the ranges of the document contexts. */
  contextChunks: readonly IndexedItem[];
  neighborCount: number;
}

/** Maximum characters of a snippet from the beginning of the content. */
const SNIPPET_LENGTH = 200;

/** Builds the fields of results. */
export function buildResults(parts: ResultParts): ItemsResponse {
  const { items, cloudItems, reached, snippets, contextChunks, neighborCount } = parts;
  const contexts = buildChunkContexts(items, contextChunks, neighborCount);
  return {
    items: items.map((item) => toResultItem(item, snippets.get(item.id), contexts.get(item.id) ?? null)),
    cloud_items: cloudItems.map(toCloudItem),
    reached: reached.map((item) => ({ ...toCloudItem(item), created_at_ms: Date.parse(eventTime(item)) })),
  };
}

const toCloudItem = (item: IndexedItem): CloudItem => ({
  id: item.id,
  content: item.content,
  memory_type: item.memoryType as MemoryType | null,
  importance: item.importance,
  version: item.version ?? null,
  ...(isSuperseded(item) && { validity: 'superseded' }),
});

const isSuperseded = ({ supersededBy }: IndexedItem): boolean => supersededBy !== undefined;

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
  query_coverage: snippet?.coverage ?? null,
  memory_type: item.memoryType as MemoryType | null,
  importance: item.importance,
  version: item.version ?? null,
  confidence: item.confidence,
  source_type: item.sourceType as SourceType,
  user_id: item.userId,
  tags: item.tags,
  created_at: item.createdAt,
  occurred_at: eventTime(item),
  updated_at: item.updatedAt,
  document_id: item.documentId,
  document: toCitation(item),
  content_with_context: context,
  chunk_index: item.chunkIndex,
  total_chunks: item.totalChunks,
  ...(isSuperseded(item) && { validity: 'superseded', superseded_by: item.supersededBy ?? null }),
});

/** Builds the citation of a chunk from the index, which does not contain the names of documents. */
function toCitation({ documentId, chunkIndex, totalChunks, metadata }: IndexedItem): DocumentCitation | null {
  if (documentId === null || chunkIndex === null || totalChunks === null) return null;
  const { page, section } = metadata ?? {};
  return {
    id: documentId,
    filename: null,
    title: null,
    page: typeof page === 'number' ? page : null,
    section: typeof section === 'string' ? section : null,
    chunk_index: chunkIndex,
    chunk_count: totalChunks,
  };
}

/** Returns the beginning of the content. It ends after a complete word, unless the last word is very long. */
function beginningOf(content: string): string {
  if (content.length <= SNIPPET_LENGTH) return content;
  const cut = content.slice(0, SNIPPET_LENGTH);
  const lastSpace = cut.lastIndexOf(' ');
  return `${cut.slice(0, lastSpace > SNIPPET_LENGTH / 2 ? lastSpace : SNIPPET_LENGTH).toWellFormed()}…`;
}
