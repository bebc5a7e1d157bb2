import { packColumns } from '@loci/contracts';
import type { CandidateColumnData, Candidates, PackedColumns } from '@loci/contracts';
import { NO_PAIRS, toPositions } from '../candidate-retriever/neighbor-pairs.ts';
import type { ItemPairs } from '../candidate-retriever/neighbor-pairs.ts';
import { rankCandidates } from '../candidate-retriever/rank-candidates.ts';
import type { DocValues } from '../embedded-storage/doc-values.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { TenantKeywordIndex } from '../keyword-index/embedded/tenant-keyword-index.ts';
import { isUnavailable } from '../or-null-if-unavailable.ts';
import type { TenantVectorIndex } from '../vector-index/embedded/tenant-vector-index.ts';

/** A query for candidates of one tenant. */
export interface EngineQuery {
  /** The query text. Empty if keyword search was not requested. */
  text: string;
  /**
   * The query vector with length 1. Null if vector search was not requested or the model has no vector for
   * the query.
   */
  vector: Float32Array | null;
  filter: SearchFilter;
  /** Maximum number of hits per retriever. */
  window: number;
  /** True if keyword search was requested. */
  keyword: boolean;
  conversationNeighbors: boolean;
}

export interface EngineCandidates {
  columns: PackedColumns;
  /** Duration and number of hits of keyword search. Null if it was not requested or failed. */
  keyword: Candidates['keyword'];
  /** Duration and number of hits of vector search. Null if the vector index failed. */
  vector: Candidates['vector'];
}

/**
 * Opens the indexes of a tenant. Each method returns null if nothing was written for the tenant, and throws
 * SYS_SERVICE_UNAVAILABLE if the index cannot be opened.
 */
export interface TenantIndexes {
  keyword(): TenantKeywordIndex | null;
  vector(): TenantVectorIndex | null;
}

/**
 * Runs both retrievers, scores their hits and the conversation neighbors in both, and ranks the candidates.
 */
export function retrieveCandidates(query: EngineQuery, indexes: TenantIndexes): EngineCandidates {
  const keyword = openIndex(indexes.keyword);
  const vector = openIndex(indexes.vector);

  const keywordStartedAt = performance.now();
  const keywordHits = query.keyword
    ? (keyword.index?.searchOrdinals(query.text, query.filter, query.window) ?? [])
    : [];
  const vectorStartedAt = performance.now();
  const vectorHits =
    query.vector && vector.index ? vector.index.searchOrdinals(query.vector, query.filter, query.window) : [];
  const endedAt = performance.now();

  const columns = keyword.isUnavailable
    ? rankVectorHits(vector.index, vectorHits)
    : rankItems(query, keyword.index, vector.index, keywordHits, vectorHits);
  return {
    columns: packColumns(columns),
    keyword:
      query.keyword && !keyword.isUnavailable
        ? { time_ms: vectorStartedAt - keywordStartedAt, count: keywordHits.length }
        : null,
    vector: vector.isUnavailable ? null : { time_ms: endedAt - vectorStartedAt, count: vectorHits.length },
  };
}

interface KeywordHit {
  ordinal: number;
  score: number;
}

interface VectorHit {
  ordinal: number;
  /** Cosine similarity, 0..1. */
  score: number;
}

function openIndex<Tenant>(open: () => Tenant | null): { index: Tenant | null; isUnavailable: boolean } {
  try {
    return { index: open(), isUnavailable: false };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { index: null, isUnavailable: true };
  }
}

/**
 * Ranks the hits of vector search without the keyword index, which has the attributes and conversations of
 * items.
 */
function rankVectorHits(index: TenantVectorIndex | null, hits: readonly VectorHit[]): CandidateColumnData {
  const ordinals = hits.map(({ ordinal }) => ordinal);
  return rank(index?.docValues ?? null, ordinals, {
    keyword: new Float64Array(hits.length).fill(NaN),
    vector: Float64Array.from(hits, ({ score }) => score),
    importance: new Float64Array(hits.length).fill(NaN),
    createdAtMs: new Float64Array(hits.length),
    neighbors: NO_PAIRS,
  });
}

function rankItems(
  query: EngineQuery,
  keyword: TenantKeywordIndex | null,
  vector: TenantVectorIndex | null,
  keywordHits: readonly KeywordHit[],
  vectorHits: readonly VectorHit[],
): CandidateColumnData {
  if (!keyword) return rankVectorHits(null, []);
  const { docValues } = keyword;
  const passes = docValues.compileFilter(query.filter);
  // Candidates by their ordinal in the keyword index, with their vector score if it is known.
  const found = new Map<number, number | undefined>(keywordHits.map(({ ordinal }) => [ordinal, undefined]));
  for (const hit of vectorHits) {
    const ordinal = docValues.ordinalIn(vector!.docValues, hit.ordinal);
    if (ordinal !== -1 && passes(ordinal)) found.set(ordinal, hit.score);
  }
  const neighbors = query.conversationNeighbors ? findNeighbors(keyword, [...found.keys()]) : NO_PAIRS;
  for (const ordinal of neighbors.neighbor)
    if (!found.has(ordinal) && passes(ordinal)) found.set(ordinal, undefined);

  const ordinals = [...found.keys()];
  const scores = keyword.scores(query.text);
  return rank(docValues, ordinals, {
    keyword: Float64Array.from(ordinals, (ordinal) => scores[ordinal]! || NaN),
    vector: scoreVectors(query.vector, vector, docValues, found),
    importance: Float64Array.from(ordinals, (ordinal) => docValues.importance(ordinal)),
    createdAtMs: Float64Array.from(ordinals, (ordinal) => docValues.createdAtMs(ordinal)),
    neighbors: toPositions(neighbors, ordinals),
  });
}

/**
 * Finds the turns up to two positions away from each item in its conversation.
 *
 * @returns pairs of ordinals in both directions
 */
function findNeighbors(keyword: TenantKeywordIndex, ordinals: readonly number[]): ItemPairs<number> {
  const pairs = { own: [] as number[], neighbor: [] as number[], distance: [] as number[] };
  const add = (own: number, neighbor: number, distance: number): void => {
    pairs.own.push(own);
    pairs.neighbor.push(neighbor);
    pairs.distance.push(distance);
  };
  const known = new Set(ordinals);
  for (const own of ordinals) {
    keyword.forEachNeighbor(own, (neighbor, distance) => {
      add(own, neighbor, distance);
      // A neighbor that is among the items adds the opposite direction itself.
      if (!known.has(neighbor)) add(neighbor, own, distance);
    });
  }
  return pairs;
}

function scoreVectors(
  queryVector: Float32Array | null,
  vector: TenantVectorIndex | null,
  docValues: DocValues,
  found: ReadonlyMap<number, number | undefined>,
): Float64Array {
  const scores = new Float64Array(found.size).fill(NaN);
  if (!queryVector || !vector) return scores;
  let position = 0;
  for (const [ordinal, known] of found) {
    scores[position++] =
      known ?? scoreVector(queryVector, vector, vector.docValues.ordinalIn(docValues, ordinal));
  }
  return scores;
}

const scoreVector = (query: Float32Array, vector: TenantVectorIndex, ordinal: number): number =>
  ordinal === -1 ? NaN : vector.scoreOf(ordinal, query);

function rank(
  docValues: DocValues | null,
  ordinals: readonly number[],
  scores: Omit<Parameters<typeof rankCandidates>[0], 'isIdLess' | 'packIds'>,
): CandidateColumnData {
  return rankCandidates({
    ...scores,
    isIdLess: (a, b) => docValues!.compareIds(ordinals[a]!, ordinals[b]!) < 0,
    packIds: (positions) =>
      docValues?.packedIds(Uint32Array.from(positions, (position) => ordinals[position]!)) ?? '',
  });
}
