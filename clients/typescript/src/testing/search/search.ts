import { invalidField, notImplemented } from '../fake-error.ts';
import { existingMemories, isActive, isProtected } from '../memories/memory.ts';
import { rejectTimeTravel } from '../memories/read-memories.ts';
import { relationshipValidity } from '../relationships/relationship-resource.ts';
import type { Call, Result } from '../server/operation.ts';
import { toIso, toIsoOrNull } from '../validation/timestamps.ts';
import { findItems, toItemFields } from './items.ts';
import type { FilterFields, Item } from './items.ts';
import { compareItems, rankItems, scoreByVectors } from './rank-items.ts';
import type { RankedItem, RankedItems, Ranking } from './rank-items.ts';
import { buildSnippet } from './snippet.ts';
import { stemsOf } from './words.ts';

const WEIGHT_TOLERANCE = 0.001 + 1e-9;
const MAX_EXPLAINED_RESULTS = 50;
const MAX_LISTED_RELATIONSHIPS = 20;
const MAX_EDGES = 60;
const LABEL_LENGTH = 80;

interface HybridBody extends FilterFields {
  query: string;
  limit: number;
  bm25_weight: number;
  vector_weight: number;
  graph_weight: number;
  enable_graph_expansion: boolean;
  graph_max_depth: number;
  graph_seed_limit: number;
  rrf_k: number;
  min_score_threshold?: number | null;
  recency_half_life_days?: number | null;
  include_neighbors: number;
  explain: boolean;
  cursor?: string | null;
}

/** @see docs/reference/search.md#hybrid-search */
export function searchHybrid(call: Call): Result {
  const { tenant, clock } = call;
  const body = call.body as HybridBody;
  requireHybridOptions(body);
  rejectTimeTravel('searchHybrid', { ...body });
  rejectCursor(body.cursor);
  if (body.explain) throw notImplemented('The field explain of the operation searchHybrid');
  const found = rankItems(tenant, findItems(call, body), toRanking(body), clock.now());
  const results = found.items
    .filter(({ finalScore }) => body.min_score_threshold == null || finalScore >= body.min_score_threshold)
    .slice(0, body.limit);
  const query = stemsOf(body.query);
  return {
    data: {
      items: results.map((result) => toHybridResult(call, result, query, body.include_neighbors)),
      query: body.query,
      analyzed_query: {
        original: body.query,
        search_type: 'hybrid',
        weights: { bm25: body.bm25_weight, vector: body.vector_weight, graph: body.graph_weight },
        graph_expansion_enabled: body.enable_graph_expansion,
        // The fake does not read dates in queries.
        dates: [],
      },
      search_metadata: {
        search_method: 'hybrid_rrf',
        // The fake has no ranking model.
        ranking: 'rrf',
        results_count: results.length,
        truncated: false,
        next_cursor: null,
        stats: toStatistics(found, results.length),
        degraded: [],
        pending_writes: 0,
        ...(body.enable_graph_expansion && { knowledge_cloud: toCloud(call, found, results) }),
      },
    },
  };
}

/** Returns the parameters of a search with a query and default values otherwise. */
export const defaultRanking = (query: string): Ranking => ({
  query,
  weights: { bm25: 0.4, vector: 0.4, graph: 0.2 },
  rrfK: 60,
  expandGraph: true,
  maxDepth: 2,
  seedLimit: 10,
  halfLifeDays: null,
});

const toRanking = (body: HybridBody): Ranking => ({
  query: body.query,
  weights: { bm25: body.bm25_weight, vector: body.vector_weight, graph: body.graph_weight },
  rrfK: body.rrf_k,
  expandGraph: body.enable_graph_expansion,
  maxDepth: body.graph_max_depth,
  seedLimit: body.graph_seed_limit,
  halfLifeDays: body.recency_half_life_days ?? null,
});

/** @throws FakeError VAL_* for options that contradict each other */
function requireHybridOptions(body: HybridBody): void {
  const sum = body.bm25_weight + body.vector_weight + body.graph_weight;
  if (Math.abs(sum - 1) > WEIGHT_TOLERANCE) {
    const message = 'bm25_weight, vector_weight and graph_weight must sum to 1.0.';
    throw invalidField('bm25_weight', message, 'VAL_VALIDATION_FAILED');
  }
  if (!body.enable_graph_expansion && body.bm25_weight === 0 && body.vector_weight === 0) {
    const message =
      'At least one of bm25_weight and vector_weight must be positive when enable_graph_expansion is false.';
    throw invalidField('enable_graph_expansion', message, 'VAL_VALIDATION_FAILED');
  }
  if (body.explain && body.limit > MAX_EXPLAINED_RESULTS)
    throw invalidField('limit', `limit must be at most ${MAX_EXPLAINED_RESULTS} if explain is true.`);
}

/** The responses of the fake are never truncated, so no cursor is valid. */
function rejectCursor(cursor: string | null | undefined): void {
  if (cursor == null) return;
  const message = 'Must be the next_cursor of an earlier response of the same list in the same order.';
  throw invalidField('cursor', message);
}

function toHybridResult(
  call: Call,
  { item, bm25, vector, graph, bm25Rank, vectorRank, finalScore }: RankedItem,
  query: ReadonlySet<string>,
  neighbors: number,
) {
  const { snippet, highlight } = buildSnippet(item.content, query);
  const relationships = currentRelationships(call, item.id);
  return {
    id: item.id,
    content: item.content,
    snippet,
    score: finalScore,
    // The fake has no embedding model for which relevance is calibrated.
    relevance: null,
    score_breakdown: {
      final_score: finalScore,
      bm25_score: bm25,
      vector_score: vector,
      graph_score: graph,
      query_coverage: coverageOf(item.content, query),
      rank_bm25: bm25Rank,
      rank_vector: vectorRank,
    },
    metadata: {
      memory_type: item.memory?.memoryType ?? null,
      importance: item.memory?.importance ?? null,
      highlight,
      graph_context: {
        relationships: relationships
          .slice(0, MAX_LISTED_RELATIONSHIPS)
          .map(({ to_id, type, strength }) => ({ to_id, type, strength })),
        relationship_count: relationships.length,
      },
    },
    source_type: item.memory?.sourceType ?? 'document_upload',
    created_at: toIso(item.memory?.createdAt ?? item.occurredAt),
    occurred_at: toIso(item.occurredAt),
    ...toItemFields(item, neighbors),
  };
}

/** Returns the share of the stems of a query that a text contains. */
function coverageOf(text: string, query: ReadonlySet<string>): number {
  const stems = stemsOf(text);
  return query.size === 0 ? 0 : [...query].filter((stem) => stems.has(stem)).length / query.size;
}

/** Returns the relationships of a memory that hold now, with the highest weight first. */
function currentRelationships({ tenant, clock }: Call, id: string) {
  return [...tenant.relationships.values()]
    .filter(({ fromId, toId }) => fromId === id || toId === id)
    .filter((relationship) => relationshipValidity(relationship, clock.now()) === 'current')
    .sort((a, b) => b.strength * b.confidence - a.strength * a.confidence)
    .map((relationship) => ({
      id: relationship.id,
      from_id: relationship.fromId,
      end_id: relationship.toId,
      to_id: relationship.fromId === id ? relationship.toId : relationship.fromId,
      type: relationship.relationshipType,
      strength: relationship.strength,
    }));
}

const toStatistics = ({ counts }: RankedItems, finalCount: number) => ({
  search_time_ms: 0,
  bm25_time_ms: 0,
  vector_time_ms: 0,
  graph_time_ms: 0,
  second_hop_time_ms: 0,
  fusion_time_ms: 0,
  bm25_count: counts.bm25,
  vector_count: counts.vector,
  graph_count: counts.graph,
  // The fake ranks by words alone.
  second_hop_count: 0,
  final_count: finalCount,
});

/** @see docs/reference/relationships.md#knowledge-cloud */
function toCloud(call: Call, { items, seeds }: RankedItems, results: readonly RankedItem[]) {
  const resultIds = new Set(results.map(({ item }) => item.id));
  const nodes = items
    .filter(({ item }) => resultIds.has(item.id))
    .sort((a, b) => (b.graph ?? 0) - (a.graph ?? 0))
    .map(({ item, graph }) => ({
      id: item.id,
      label: [...item.content].slice(0, LABEL_LENGTH).join(''),
      memory_type: item.memory?.memoryType ?? null,
      importance: item.memory?.importance ?? null,
      score: graph ?? 0,
      depth: seeds.has(item.id) ? 0 : 1,
      is_seed: seeds.has(item.id),
      version: item.memory?.version ?? null,
      is_active: item.memory === null || isActive(item.memory),
    }));
  const edges = new Map(
    results.flatMap(({ item }) =>
      currentRelationships(call, item.id)
        .filter(({ to_id: other }) => resultIds.has(other))
        .map(({ id, from_id, end_id, type, strength }) => [
          id,
          { id, from_id, to_id: end_id, type, strength },
        ]),
    ),
  );
  const listed = [...edges.values()].slice(0, MAX_EDGES);
  return {
    nodes,
    edges: listed,
    stats: {
      seed_count: nodes.filter(({ is_seed: isSeed }) => isSeed).length,
      cloud_count: nodes.length,
      edge_count: listed.length,
    },
  };
}

interface VectorBody extends FilterFields {
  query: string;
  limit: number;
  include_neighbors: number;
  filters?: Pick<FilterFields, 'memory_types' | 'min_importance' | 'user_id'> | null;
  cursor?: string | null;
}

/** @see docs/reference/search.md#vector-search */
export function searchByVector(call: Call): Result {
  const body = call.body as VectorBody;
  rejectTimeTravel('searchByVector', { ...body });
  rejectCursor(body.cursor);
  const filter = toVectorFilter(body);
  const items = findItems(call, filter);
  const scores = scoreByVectors(items, body.query);
  const results = items
    .filter(({ id }) => scores.has(id))
    .sort((a, b) => scores.get(b.id)! - scores.get(a.id)! || compareItems(a, b))
    .slice(0, body.limit);
  return {
    data: {
      items: results.map((item) => toVectorResult(item, scores.get(item.id)!, body.include_neighbors)),
      query: body.query,
      analyzed_query: {
        original: body.query,
        embedding_generated: stemsOf(body.query).size > 0,
        filters_applied: Object.fromEntries(Object.entries(filter).filter(([, value]) => value != null)),
        search_type: 'vector_similarity',
        include_neighbors: body.include_neighbors,
      },
      search_metadata: {
        search_method: 'vector_similarity',
        results_count: results.length,
        truncated: false,
        next_cursor: null,
        max_results: body.limit,
        include_neighbors: body.include_neighbors,
        pending_writes: 0,
      },
    },
  };
}

const FILTERS = [
  'memory_types',
  'source_types',
  'min_importance',
  'user_id',
  'tags',
  'start_date',
  'end_date',
  'include',
] as const;

/** Returns the filters of a request, of which some also have a name in `filters`. @throws FakeError VAL_VALIDATION_FAILED */
function toVectorFilter(body: VectorBody): FilterFields {
  for (const name of ['memory_types', 'min_importance', 'user_id'] as const) {
    const [value, other] = [body[name], body.filters?.[name]];
    if (value == null || other == null || JSON.stringify(value) === JSON.stringify(other)) continue;
    const message = `filters.${name} and ${name} are names of the same filter and must have the same value.`;
    throw invalidField(`filters.${name}`, message, 'VAL_VALIDATION_FAILED');
  }
  return Object.fromEntries(
    FILTERS.map((name) => [name, body[name] ?? (body.filters as FilterFields | null | undefined)?.[name]]),
  );
}

function toVectorResult(item: Item, score: number, neighbors: number) {
  const { memory } = item;
  const sourceType = memory?.sourceType ?? 'document_upload';
  const createdAt = toIso(memory?.createdAt ?? item.occurredAt);
  return {
    id: item.id,
    content: item.content,
    snippet: buildSnippet(item.content, new Set()).snippet,
    score,
    score_breakdown: { vector_similarity: score },
    metadata: {
      memory_type: memory?.memoryType ?? null,
      importance: memory?.importance ?? null,
      confidence: memory?.confidence ?? null,
      source_type: sourceType,
      user_id: memory?.userId ?? item.chunk!.document.userId,
      created_at: createdAt,
      occurred_at: toIso(item.occurredAt),
      updated_at: toIso(memory?.updatedAt ?? item.occurredAt),
    },
    source_type: sourceType,
    created_at: createdAt,
    occurred_at: toIso(item.occurredAt),
    ...toItemFields(item, neighbors),
  };
}

/** @see docs/reference/search.md#search-statistics */
export const getSearchStatistics = ({ tenant, clock }: Call): Result => ({
  data: {
    total_memories: existingMemories(tenant, clock.now()).filter(
      (memory) => isActive(memory) && !isProtected(memory.memoryType),
    ).length,
    total_documents: tenant.documents.size,
    total_relationships: [...tenant.relationships.values()].filter((each) => each.isActive).length,
    embedding_coverage: 1,
    last_indexed: toIsoOrNull(tenant.lastIndexed),
  },
});
