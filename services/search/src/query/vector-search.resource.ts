import {
  componentNames,
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
  id: z.guid().describe('ID of the memory or document chunk.'),
  content: z.string().describe('Text of the item.'),
  snippet: z.string().describe('About 200 characters from the beginning of the content.'),
  score: z.number().describe('Relevance of the item, 0 to 1.'),
  score_breakdown: z
    .object({ vector_similarity: z.number().describe('Cosine similarity to the query, 0 to 1.') })
    .describe('Parts of the score.'),
  metadata: z
    .object({
      memory_type: z.enum(MEMORY_TYPES).nullable().describe('Type of the memory; null for document chunks.'),
      importance: z.number().nullable().describe('Importance of the memory; null for document chunks.'),
      confidence: z
        .number()
        .nullable()
        .describe('Confidence of the memory, 0 to 1; null for document chunks.'),
      source_type: z.enum(SOURCE_TYPES).describe('Source of the memory; null for document chunks.'),
      user_id: z.string().describe('ID of the user who created the item.'),
      created_at: z.string().describe('Time at which the memory was created.'),
      occurred_at: z
        .string()
        .describe(
          'Time of the event that the memory describes. A date without a time is the start of the day in UTC.',
        ),
      updated_at: z.string().describe('Time of the last change of the item.'),
    })
    .describe(
      '`memory_type`, `importance`, `confidence`, `source_type`, `user_id`, `created_at`, `occurred_at` and `updated_at`. For document chunks, `memory_type`, `importance` and `confidence` are null.',
    ),
  source_type: z.enum(SOURCE_TYPES).describe('`memory` or `document`.'),
  created_at: z.string().describe('Time at which the memory was created.'),
  occurred_at: z
    .string()
    .describe(
      'Time of the event that the memory describes. A date without a time is the start of the day in UTC.',
    ),
  tags: z.array(z.string()).describe('Tags of the memory. Empty for document chunks.'),
  content_with_context: z
    .string()
    .nullable()
    .describe('Text of the chunk with the neighboring chunks; null without context.'),
  chunk_index: z
    .int()
    .nullable()
    .describe('Position of the chunk in its document, from 0; null for memories.'),
  total_chunks: z.int().nullable().describe('Number of chunks of the document; null for memories.'),
  document_id: z.guid().nullable().describe('ID of the document; null for memories.'),
  document: documentCitation.nullable().describe('The document of the chunk; null for memories.'),
  text_changed_since: z
    .boolean()
    .optional()
    .describe('Whether the item has another text now. Only in a search of the past.'),
  ...supersededFields,
});

/**
 * Response data of vector search.
 *
 * @see docs/reference/search.md#vector-search
 */
export const vectorSearchResource = z
  .object({
    items: z.array(hit).describe('Results, best first.'),
    query: z.string().describe('The query of the search.'),
    analyzed_query: z
      .object({
        original: z.string().describe('The query as it was sent.'),
        embedding_generated: z
          .boolean()
          .describe(
            'False if the vocabulary of the embedding model contains no word of the query. In this case, `items` is empty.',
          ),
        filters_applied: z
          .record(z.string(), z.unknown())
          .describe('`filters` and `tags` of the request, without null values.'),
        search_type: z.literal('vector_similarity').describe('`vector`.'),
        include_neighbors: z.int().describe('Number of neighboring chunks of the request.'),
      })
      .describe('What the search understood of the query.'),
    search_metadata: z
      .object({
        search_method: z.literal('vector_similarity').describe('Name of the search method.'),
        results_count: z.int().describe('Number of elements of `items`.'),
        ...continuation,
        max_results: z.int().describe('`limit` of the request.'),
        include_neighbors: z.int().describe('Number of neighboring chunks of the request.'),
        pending_writes: z
          .int()
          .describe("Number of the caller's recent changes that the results do not reflect yet."),
      })
      .describe('Counts and limits of the search.'),
  })
  .register(componentNames, { name: 'VectorSearchResults' });

export function toVectorSearchResource(
  body: VectorSearchBody,
  { isQueryEmbedded, hits }: VectorSearchResult,
  skip: number,
  pendingWrites: number,
): z.input<typeof vectorSearchResource> {
  const { memory_types, source_types, min_importance, user_id, start_date, end_date, tags } = body;
  const flat = {
    memory_types,
    source_types,
    min_importance,
    user_id,
    start_date,
    end_date,
    tags: tags || null,
  };
  const filters = [...Object.entries(body.filters ?? {}), ...Object.entries(flat)];
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
      filters_applied: Object.fromEntries(filters.filter(([, value]) => value != null)),
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
