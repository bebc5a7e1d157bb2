import {
  componentNames,
  documentCitation,
  MEMORY_TYPES,
  RELATIONSHIP_TYPES,
  SOURCE_TYPES,
  supersededFields,
  toSupersededFields,
} from '@loci/contracts';
import type { GraphEdgeWire } from '@loci/contracts';
import { firstCodePoints } from '@loci/core';
import { continuation, takeRanked } from '@loci/http';
import { z } from 'zod';
import { explanationResource } from './explain/explanation.resource.ts';
import { RANKINGS } from './hybrid-search.ts';
import type { HybridHit, HybridResult, HybridSearch } from './hybrid-search.ts';
import type { KnowledgeCloud } from './knowledge-cloud.ts';
import type { Retriever } from './retriever.ts';

const cloudNode = z
  .object({
    id: z.guid().describe('ID of the memory or document chunk.'),
    label: z.string().describe('First 80 characters of the content.'),
    memory_type: z.enum(MEMORY_TYPES).nullable().describe('Type of the memory; null for document chunks.'),
    importance: z.number().nullable().describe('Importance of the memory; null for document chunks.'),
    score: z.number().describe('Relevance of the item, 0 to 1.'),
    depth: z.int().describe('Number of steps from the nearest seed, 0 for seeds.'),
    is_seed: z.boolean().describe('True for seeds.'),
    version: z
      .int()
      .nullable()
      .describe(
        'Version number of a memory. Null for a document chunk, and for a memory that was indexed before this field existed.',
      ),
    is_active: z.boolean().describe('False for a superseded version.'),
  })
  .register(componentNames, { name: 'KnowledgeCloudNode' });

const cloudEdge = z
  .object({
    id: z.guid().describe('ID of the relationship.'),
    from_id: z.guid().describe('ID of the source of the relationship.'),
    to_id: z.guid().describe('ID of the target of the relationship.'),
    type: z.enum(RELATIONSHIP_TYPES).describe('Type of the relationship.'),
    strength: z.number().describe('Strength of the relationship, 0 to 1.'),
  })
  .register(componentNames, { name: 'KnowledgeCloudEdge' });

const hit = z
  .object({
    id: z.guid().describe('ID of the memory or document chunk.'),
    content: z.string().describe('Text of the item.'),
    snippet: z.string().describe('About 200 characters from the beginning of the content.'),
    score: z.number().describe('Fused score of the item, 0 to 1. Comparable only within one search.'),
    relevance: z
      .number()
      .nullable()
      .describe(
        'Estimated probability that the item is part of the answer to the query, 0 to 1; null if it is unknown.',
      ),
    score_breakdown: z
      .object({
        final_score: z.number().describe('Same value as `score`.'),
        bm25_score: z
          .number()
          .nullable()
          .describe(
            'BM25 score of the item; null if no query term occurs in the item or the score is unknown.',
          ),
        vector_score: z
          .number()
          .nullable()
          .describe('Cosine similarity of item and query, 0 to 1; null if the similarity is unknown.'),
        graph_score: z
          .number()
          .nullable()
          .describe('Score after graph expansion; null if the expansion did not run.'),
        query_coverage: z
          .number()
          .nullable()
          .describe(
            'Share of the distinct terms of the query that the item contains, 0 to 1; null if it is unknown.',
          ),
        rank_bm25: z
          .int()
          .nullable()
          .describe('Rank of the item in the retriever, from 1; null if the retriever did not rank it.'),
        rank_vector: z
          .int()
          .nullable()
          .describe('Rank of the item in the retriever, from 1; null if the retriever did not rank it.'),
      })
      .describe('Parts of the score.'),
    metadata: z
      .object({
        memory_type: z
          .enum(MEMORY_TYPES)
          .nullable()
          .describe('Type of the memory; null for document chunks.'),
        importance: z.number().nullable().describe('Importance of the memory; null for document chunks.'),
        highlight: z
          .string()
          .nullable()
          .describe('Part of the content with the query terms marked; null if no term occurs.'),
        graph_context: z
          .object({
            relationships: z
              .array(
                z.object({
                  to_id: z.guid().describe('ID of the target of the relationship.'),
                  type: z.enum(RELATIONSHIP_TYPES).describe('Type of the relationship.'),
                  strength: z.number().describe('Strength of the relationship, 0 to 1.'),
                }),
              )
              .describe(
                'Up to 20 `current` relationships of the item with `current` memories, in both directions, highest weight first. Each has `to_id` (ID of the other memory), `type` and `strength`. Empty if the graph is unavailable.',
              ),
            relationship_count: z
              .int()
              .describe('Number of all these relationships; 0 if the graph is unavailable.'),
          })
          .nullable()
          .describe(
            'Relationships of the item; null in a search of the past before the history of the relationships.',
          ),
      })
      .describe(
        '`memory_type`, `importance`, `confidence`, `source_type`, `user_id`, `created_at`, `occurred_at` and `updated_at`. For document chunks, `memory_type`, `importance` and `confidence` are null.',
      ),
    source_type: z.enum(SOURCE_TYPES).describe('`memory` or `document`.'),
    tags: z.array(z.string()).describe('Tags of the memory. Empty for document chunks.'),
    created_at: z.string().describe('Time at which the memory was created.'),
    occurred_at: z
      .string()
      .describe(
        'Time of the event that the memory describes. A date without a time is the start of the day in UTC.',
      ),
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
    explanation: explanationResource
      .optional()
      .describe('Explanation of the score; absent if `explain` is false.'),
  })
  .register(componentNames, { name: 'HybridSearchResult' });

const stats = z.object({
  search_time_ms: z.number().describe('Duration of the whole search in milliseconds.'),
  bm25_time_ms: z.number().describe('Duration of each step in milliseconds, 0 if the step did not run.'),
  vector_time_ms: z.number().describe('Duration of each step in milliseconds, 0 if the step did not run.'),
  graph_time_ms: z.number().describe('Duration of each step in milliseconds, 0 if the step did not run.'),
  second_hop_time_ms: z
    .number()
    .describe('Duration of each step in milliseconds, 0 if the step did not run.'),
  fusion_time_ms: z.number().describe('Duration of each step in milliseconds, 0 if the step did not run.'),
  bm25_count: z.int().describe('Number of candidates that the retriever found.'),
  vector_count: z.int().describe('Number of candidates that the retriever found.'),
  graph_count: z.int().describe('Number of items in the graph ranking.'),
  second_hop_count: z.int().describe('Number of candidates that the second hop found, 0 if it did not run.'),
  final_count: z.int().describe('Number of results, including the results that the size limit omitted.'),
});

/** Response body of `POST /api/v2/search/hybrid`. @see docs/reference/search.md#hybrid-search */
export const hybridSearchResource = z
  .object({
    items: z.array(hit).describe('Results, best first.'),
    query: z.string().describe('The query and the weights of the search.'),
    analyzed_query: z
      .object({
        original: z.string().describe('The query as it was sent.'),
        search_type: z.literal('hybrid').describe('`hybrid`.'),
        weights: z
          .object({
            bm25: z.number().describe('Values of keyword search; null if it did not run.'),
            vector: z.number().describe('Values of vector search; null if it did not run.'),
            graph: z.number().describe('Values of graph expansion; null if it did not run.'),
          })
          .describe('Weights of the retrievers in the request.'),
        graph_expansion_enabled: z.boolean().describe('`enable_graph_expansion` of the request.'),
        dates: z
          .array(
            z.object({
              text: z.string().describe('Words of the query.'),
              from: z.string().nullable().describe('Start of the period; null if it has none.'),
              to: z.string().nullable().describe('End of the period, exclusive; null if it has none.'),
              event: z
                .object({
                  id: z.guid().describe('ID of the memory.'),
                  snippet: z.string().describe('About 200 characters of its content.'),
                  occurred_at: z.string().describe('Event time of the memory.'),
                })
                .nullable()
                .describe(
                  'Memory whose event time is that of the event to which the period is relative; null if the query names a date.',
                ),
            }),
          )
          .describe('Periods that the query names; empty if `date_weight` is 0.'),
      })
      .describe('What the search understood of the query.'),
    search_metadata: z
      .object({
        search_method: z.literal('hybrid_rrf').describe('`hybrid_rrf`.'),
        ranking: z
          .enum(RANKINGS)
          .describe('How the ranks were merged. `rrf` if the model did not rank the candidates.'),
        results_count: z.int().describe('Number of results in this response.'),
        ...continuation,
        stats: stats.describe('Durations and counts of the steps.'),
        degraded: z
          .array(z.enum(['bm25', 'vector', 'graph']))
          .describe('Retrievers that failed. Their results are missing.'),
        pending_writes: z
          .int()
          .describe("Number of the caller's recent changes that the results do not reflect yet."),
        knowledge_cloud: z
          .object({
            nodes: z.array(cloudNode).describe('Memories and chunks of the knowledge cloud.'),
            edges: z.array(cloudEdge).describe('Relationships between the nodes.'),
            stats: z
              .object({
                seed_count: z.int().describe('Number of nodes that are seeds.'),
                cloud_count: z.int().describe('Number of nodes.'),
                edge_count: z.int().describe('Number of edges.'),
              })
              .describe('Numbers of nodes, seeds and edges.'),
          })
          .optional()
          .describe('Graph around the results; null if it was not requested.'),
      })
      .describe('Counts and limits of the search.'),
  })
  .register(componentNames, { name: 'HybridSearchResults' });

/** Maximum length of a node label in code points. */
const LABEL_LENGTH = 80;

/** Names of the retrievers in the API. */
export const WIRE_NAMES = { keyword: 'bm25', vector: 'vector', graph: 'graph' } as const satisfies Record<
  Retriever,
  string
>;

/** Name of this list in cursors. */
export const HYBRID_LIST = 'hybrid';

/** Rounds milliseconds to microseconds. */
const roundMs = (value: number): number => Math.round(value * 1000) / 1000;

export function toHybridResource(
  request: HybridSearch,
  result: HybridResult,
  pendingWrites: number,
): z.input<typeof hybridSearchResource> {
  const { timesMs, counts, weights } = result;
  const { items, ...rest } = takeRanked(result.hits.map(toHit), HYBRID_LIST, request.skip);
  return {
    items,
    query: request.query,
    analyzed_query: {
      original: request.query,
      search_type: 'hybrid',
      weights: { bm25: weights.keyword, vector: weights.vector, graph: weights.graph },
      graph_expansion_enabled: request.expandGraph,
      dates: result.dates.map(({ text, fromMs, toMs, event }) => ({
        text,
        from: Number.isFinite(fromMs) ? new Date(fromMs).toISOString() : null,
        to: Number.isFinite(toMs) ? new Date(toMs).toISOString() : null,
        event: event ? { id: event.id, snippet: event.snippet, occurred_at: event.occurredAt } : null,
      })),
    },
    search_metadata: {
      search_method: 'hybrid_rrf',
      ranking: result.ranking,
      results_count: items.length,
      ...rest,
      stats: {
        search_time_ms: roundMs(timesMs.total),
        bm25_time_ms: roundMs(timesMs.keyword),
        vector_time_ms: roundMs(timesMs.vector),
        graph_time_ms: roundMs(timesMs.graph),
        second_hop_time_ms: roundMs(timesMs.secondHop),
        fusion_time_ms: roundMs(timesMs.fusion),
        bm25_count: counts.keyword,
        vector_count: counts.vector,
        graph_count: counts.graph,
        second_hop_count: counts.secondHop,
        final_count: result.hits.length,
      },
      degraded: result.degraded.map((retriever) => WIRE_NAMES[retriever]),
      pending_writes: pendingWrites,
      ...(result.cloud ? { knowledge_cloud: toCloud(result.cloud) } : {}),
    },
  };
}

function toHit(found: HybridHit): z.input<typeof hit> {
  const { item, fused, relationships } = found;
  return {
    id: item.id,
    content: item.content,
    snippet: item.snippet,
    score: fused.score,
    relevance: found.relevance,
    score_breakdown: {
      final_score: fused.score,
      bm25_score: found.keywordScore,
      vector_score: found.vectorScore,
      graph_score: found.graphScore,
      query_coverage: item.query_coverage ?? null,
      rank_bm25: fused.ranks.keyword ?? null,
      rank_vector: fused.ranks.vector ?? null,
    },
    metadata: {
      memory_type: item.memory_type,
      importance: item.importance,
      highlight: item.highlight,
      graph_context:
        relationships === null
          ? null
          : {
              relationships: (relationships?.edges ?? []).map((edge) => toGraphContext(item.id, edge)),
              relationship_count: relationships?.total ?? 0,
            },
    },
    source_type: item.source_type,
    tags: item.tags,
    created_at: item.created_at,
    occurred_at: item.occurred_at,
    content_with_context: item.content_with_context,
    chunk_index: item.chunk_index,
    total_chunks: item.total_chunks,
    document_id: item.document_id,
    document: item.document,
    ...(found.textChangedSince !== null && { text_changed_since: found.textChangedSince }),
    ...toSupersededFields(item),
    ...(found.explanation && { explanation: found.explanation }),
  };
}

const toGraphContext = (id: string, edge: GraphEdgeWire) => ({
  to_id: edge.from_id === id ? edge.to_id : edge.from_id,
  type: edge.type,
  strength: edge.strength,
});

const toCloud = ({ nodes, edges }: KnowledgeCloud) => ({
  nodes: nodes.map(({ item, score, depth, isSeed }) => ({
    id: item.id,
    label: firstCodePoints(item.content, LABEL_LENGTH),
    memory_type: item.memory_type,
    importance: item.importance,
    score,
    depth,
    is_seed: isSeed,
    version: item.version,
    is_active: item.validity !== 'superseded',
  })),
  edges: edges.map(({ id, from_id, to_id, type, strength }) => ({ id, from_id, to_id, type, strength })),
  stats: {
    seed_count: nodes.filter(({ isSeed }) => isSeed).length,
    cloud_count: nodes.length,
    edge_count: edges.length,
  },
});
