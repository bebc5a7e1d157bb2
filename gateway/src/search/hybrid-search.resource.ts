import {
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
import type { HybridHit, HybridResult, HybridSearch } from './hybrid-search.ts';
import type { KnowledgeCloud } from './knowledge-cloud.ts';
import type { Retriever } from './retriever.ts';

const cloudNode = z.object({
  id: z.guid(),
  label: z.string(),
  memory_type: z.enum(MEMORY_TYPES).nullable(),
  importance: z.number().nullable(),
  score: z.number(),
  depth: z.int(),
  is_seed: z.boolean(),
  /**
   * Version number of a memory. Null for a document chunk, and for a memory that was indexed before this
   * field existed.
   */
  version: z.int().nullable(),
  /** False for a superseded version. */
  is_active: z.boolean(),
});

const cloudEdge = z.object({
  id: z.guid(),
  from_id: z.guid(),
  to_id: z.guid(),
  type: z.enum(RELATIONSHIP_TYPES),
  strength: z.number(),
});

const hit = z.object({
  id: z.guid(),
  content: z.string(),
  snippet: z.string(),
  score: z.number(),
  score_breakdown: z.object({
    final_score: z.number(),
    bm25_score: z.number().nullable(),
    vector_score: z.number().nullable(),
    graph_score: z.number().nullable(),
    rank_bm25: z.int().nullable(),
    rank_vector: z.int().nullable(),
  }),
  metadata: z.object({
    memory_type: z.enum(MEMORY_TYPES).nullable(),
    importance: z.number().nullable(),
    highlight: z.string().nullable(),
    /** Null in a search of the past whose time is before the history of the relationships. */
    graph_context: z
      .object({
        relationships: z.array(
          z.object({ to_id: z.guid(), type: z.enum(RELATIONSHIP_TYPES), strength: z.number() }),
        ),
        relationship_count: z.int(),
      })
      .nullable(),
  }),
  source_type: z.enum(SOURCE_TYPES),
  tags: z.array(z.string()),
  created_at: z.string(),
  occurred_at: z.string(),
  content_with_context: z.string().nullable(),
  chunk_index: z.int().nullable(),
  total_chunks: z.int().nullable(),
  document_id: z.guid().nullable(),
  document: documentCitation.nullable(),
  /** Whether the item has another text now. Only in a search of the past. */
  text_changed_since: z.boolean().optional(),
  ...supersededFields,
  explanation: explanationResource.optional(),
});

const stats = z.object({
  search_time_ms: z.number(),
  bm25_time_ms: z.number(),
  vector_time_ms: z.number(),
  graph_time_ms: z.number(),
  fusion_time_ms: z.number(),
  bm25_count: z.int(),
  vector_count: z.int(),
  graph_count: z.int(),
  final_count: z.int(),
});

/** Response body of `POST /api/v2/search/hybrid`. @see docs/reference/search.md#hybrid-search */
export const hybridSearchResource = z.object({
  items: z.array(hit),
  query: z.string(),
  analyzed_query: z.object({
    original: z.string(),
    search_type: z.literal('hybrid'),
    weights: z.object({ bm25: z.number(), vector: z.number(), graph: z.number() }),
    graph_expansion_enabled: z.boolean(),
  }),
  search_metadata: z.object({
    search_method: z.literal('hybrid_rrf'),
    results_count: z.int(),
    ...continuation,
    stats,
    degraded: z.array(z.enum(['bm25', 'vector', 'graph'])),
    pending_writes: z.int(),
    knowledge_cloud: z
      .object({
        nodes: z.array(cloudNode),
        edges: z.array(cloudEdge),
        stats: z.object({ seed_count: z.int(), cloud_count: z.int(), edge_count: z.int() }),
      })
      .optional(),
  }),
});

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
  const { timesMs, counts } = result;
  const { weights } = request;
  const { items, ...rest } = takeRanked(result.hits.map(toHit), HYBRID_LIST, request.skip);
  return {
    items,
    query: request.query,
    analyzed_query: {
      original: request.query,
      search_type: 'hybrid',
      weights: { bm25: weights.keyword, vector: weights.vector, graph: weights.graph },
      graph_expansion_enabled: request.expandGraph,
    },
    search_metadata: {
      search_method: 'hybrid_rrf',
      results_count: items.length,
      ...rest,
      stats: {
        search_time_ms: roundMs(timesMs.total),
        bm25_time_ms: roundMs(timesMs.keyword),
        vector_time_ms: roundMs(timesMs.vector),
        graph_time_ms: roundMs(timesMs.graph),
        fusion_time_ms: roundMs(timesMs.fusion),
        bm25_count: counts.keyword,
        vector_count: counts.vector,
        graph_count: counts.graph,
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
    score_breakdown: {
      final_score: fused.score,
      bm25_score: found.keywordScore,
      vector_score: found.vectorScore,
      graph_score: found.graphScore,
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
  edges,
  stats: {
    seed_count: nodes.filter(({ isSeed }) => isSeed).length,
    cloud_count: nodes.length,
    edge_count: edges.length,
  },
});
