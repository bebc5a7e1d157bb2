import {
  documentCitation,
  MEMORY_TYPES,
  SOURCE_TYPES,
  supersededFields,
  toSupersededFields,
} from '@loci/contracts';
import { continuation, takeRanked } from '@loci/http';
import { z } from 'zod';
import { VECTOR_LIST } from './vector-search.schemas.ts';
import type { VectorSearchBody } from './vector-search.schemas.ts';
import type { VectorSearchResult } from './vector-search.ts';

const hit = z.object({
  id: z.guid(),
  content: z.string(),
  snippet: z.string(),
  score: z.number(),
  score_breakdown: z.object({ vector_similarity: z.number() }),
  metadata: z.object({
    memory_type: z.enum(MEMORY_TYPES).nullable(),
    importance: z.number().nullable(),
    confidence: z.number().nullable(),
    source_type: z.enum(SOURCE_TYPES),
    user_id: z.string(),
    created_at: z.string(),
    occurred_at: z.string(),
    updated_at: z.string(),
  }),
  source_type: z.enum(SOURCE_TYPES),
  created_at: z.string(),
  occurred_at: z.string(),
  tags: z.array(z.string()),
  content_with_context: z.string().nullable(),
  chunk_index: z.int().nullable(),
  total_chunks: z.int().nullable(),
  document_id: z.guid().nullable(),
  document: documentCitation.nullable(),
  /** Whether the item has another text now. Only in a search of the past. */
  text_changed_since: z.boolean().optional(),
  ...supersededFields,
});

/**
 * Response data of vector search.
 *
 * @see docs/reference/search.md#vector-search
 */
export const vectorSearchResource = z.object({
  items: z.array(hit),
  query: z.string(),
  analyzed_query: z.object({
    original: z.string(),
    embedding_generated: z.boolean(),
    filters_applied: z.record(z.string(), z.unknown()),
    search_type: z.literal('vector_similarity'),
    include_neighbors: z.int(),
  }),
  search_metadata: z.object({
    search_method: z.literal('vector_similarity'),
    results_count: z.int(),
    ...continuation,
    max_results: z.int(),
    include_neighbors: z.int(),
    pending_writes: z.int(),
  }),
});

export function toVectorSearchResource(
  body: VectorSearchBody,
  { isQueryEmbedded, hits }: VectorSearchResult,
  skip: number,
  pendingWrites: number,
): z.input<typeof vectorSearchResource> {
  const filters = { ...body.filters, ...(body.tags ? { tags: body.tags } : {}) };
  const results = hits.map(({ hit: { score }, item, textChangedSince }) => ({
    id: item.id,
    content: item.content,
    snippet: item.snippet,
    score,
    score_breakdown: { vector_similarity: score },
    metadata: {
      memory_type: item.memory_type,
      importance: item.importance,
      confidence: item.confidence,
      source_type: item.source_type,
      user_id: item.user_id,
      created_at: item.created_at,
      occurred_at: item.occurred_at,
      updated_at: item.updated_at,
    },
    source_type: item.source_type,
    created_at: item.created_at,
    occurred_at: item.occurred_at,
    tags: item.tags,
    content_with_context: item.content_with_context,
    chunk_index: item.chunk_index,
    total_chunks: item.total_chunks,
    document_id: item.document_id,
    document: item.document,
    ...(textChangedSince !== null && { text_changed_since: textChangedSince }),
    ...toSupersededFields(item),
  }));
  const { items, ...rest } = takeRanked(results, VECTOR_LIST, skip);
  return {
    items,
    query: body.query,
    analyzed_query: {
      original: body.query,
      embedding_generated: isQueryEmbedded,
      filters_applied: Object.fromEntries(Object.entries(filters).filter(([, value]) => value != null)),
      search_type: 'vector_similarity',
      include_neighbors: body.include_neighbors,
    },
    search_metadata: {
      search_method: 'vector_similarity',
      results_count: items.length,
      ...rest,
      max_results: body.limit,
      include_neighbors: body.include_neighbors,
      pending_writes: pendingWrites,
    },
  };
}
