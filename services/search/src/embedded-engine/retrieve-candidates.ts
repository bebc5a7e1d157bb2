import type { Candidates, PackedColumns, RankScoreParts, SecondHop } from '@loci/contracts';
import { areMostlyTurns, NO_PAIRS } from '../candidate-retriever/neighbor-pairs.ts';
import type { NeighborPairs } from '../candidate-retriever/neighbor-pairs.ts';
import { rankCandidates, ranksOf } from '../candidate-retriever/rank-candidates.ts';
import type { RankedCandidates, ScoredCandidates } from '../candidate-retriever/rank-candidates.ts';
import { shareTerms } from '../candidate-retriever/share-terms.ts';
import type { DocValues } from '../embedded-storage/doc-values.ts';
import type { OrdinalHits } from '../embedded-storage/ordinal-hits.ts';
import { OrdinalSet } from '../embedded-storage/ordinal-set.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { TenantKeywordIndex } from '../keyword-index/embedded/tenant-keyword-index.ts';
import { namesIn, traitsOf } from '../keyword-index/text-analysis/utterance.ts';
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
  /** Share of the letters of the query in words that the embedding model knows, 0..1. Undefined if it is unknown. */
  knownShare: number | undefined;
  filter: SearchFilter;
  /** Maximum number of hits per retriever. */
  window: number;
  /** True if keyword search was requested. */
  keyword: boolean;
  conversationNeighbors: boolean;
  /** True to raise the scores of candidates that share rare terms with the best ones. */
  sharedTerms: boolean;
  /** True to follow the entities of the best candidate to other candidates. */
  secondHop: boolean;
  /** True to return the parts of the rank scores. */
  explain?: boolean | undefined;
}

export interface EngineCandidates {
  columns: PackedColumns;
  /** Parts of the rank scores. Null if the query has no `explain`. */
  parts: RankScoreParts | null;
  /** Candidates of the second hop. Null if it did not run. */
  secondHop: SecondHop | null;
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
    ? (keyword.index?.searchOrdinals(query.text, query.filter, query.window) ?? NO_HITS)
    : NO_HITS;
  const vectorStartedAt = performance.now();
  const vectorHits =
    query.vector && vector.index
      ? vector.index.searchOrdinals(query.vector, query.filter, query.window)
      : NO_HITS;
  const endedAt = performance.now();

  const { columns, parts, secondHop } = keyword.isUnavailable
    ? rankVectorHits(query, vector.index, vectorHits)
    : rankItems(query, keyword.index, vector.index, keywordHits, vectorHits);
  return {
    columns,
    parts,
    secondHop,
    keyword:
      query.keyword && !keyword.isUnavailable
        ? { time_ms: vectorStartedAt - keywordStartedAt, count: keywordHits.ordinals.length }
        : null,
    vector: vector.isUnavailable
      ? null
      : { time_ms: endedAt - vectorStartedAt, count: vectorHits.ordinals.length },
  };
}

interface RankedItems extends RankedCandidates {
  secondHop: SecondHop | null;
}

const NO_HITS: OrdinalHits = { ordinals: new Int32Array(), scores: new Float64Array() };

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
function rankVectorHits(
  { explain }: EngineQuery,
  index: TenantVectorIndex | null,
  { ordinals, scores }: OrdinalHits,
): RankedItems {
  const ranked = rank(index?.docValues ?? null, ordinals, {
    keyword: new Float64Array(ordinals.length).fill(NaN),
    vector: scores,
    importance: new Float64Array(ordinals.length).fill(NaN),
    createdAtMs: new Float64Array(ordinals.length).fill(NaN),
    words: new Float64Array(ordinals.length).fill(NaN),
    traits: new Float64Array(ordinals.length).fill(NaN),
    neighbors: NO_PAIRS,
    explain,
  });
  return { ...ranked, secondHop: null };
}

/** The candidates of the current retrieval by their ordinal in the keyword index. */
const candidates = new OrdinalSet();

function rankItems(
  query: EngineQuery,
  keyword: TenantKeywordIndex | null,
  vector: TenantVectorIndex | null,
  keywordHits: OrdinalHits,
  vectorHits: OrdinalHits,
): RankedItems {
  if (!keyword) return rankVectorHits(query, null, NO_HITS);
  const { docValues } = keyword;
  const passes = docValues.compileFilter(query.filter);
  candidates.reset(docValues.length);
  for (let i = 0; i < keywordHits.ordinals.length; i++) candidates.add(keywordHits.ordinals[i]!);
  // The candidates of the vector hits, or -1 for items that are unknown or do not pass the filter.
  const vectorPositions = new Int32Array(vectorHits.ordinals.length);
  for (let i = 0; i < vectorPositions.length; i++) {
    const ordinal = docValues.ordinalIn(vector!.docValues, vectorHits.ordinals[i]!);
    vectorPositions[i] = ordinal !== -1 && passes(ordinal) ? candidates.add(ordinal) : -1;
  }
  const neighbors = query.conversationNeighbors ? addNeighbors(keyword, passes) : NO_PAIRS;

  const ordinals = candidates.ordinals();
  const vectorScores = new Float64Array(ordinals.length).fill(NaN);
  for (let i = 0; i < vectorPositions.length; i++)
    if (vectorPositions[i] !== -1) vectorScores[vectorPositions[i]!] = vectorHits.scores[i]!;
  if (query.vector && vector) addMissingScores(vectorScores, query.vector, vector, docValues);
  const ranked = rank(docValues, ordinals, {
    ...readAttributes(keyword, query.text),
    vector: vectorScores,
    knownShare: query.knownShare,
    neighbors,
    explain: query.explain,
    sharedTerms: query.sharedTerms
      ? (blended) => shareTerms(blended, neighbors, (seeds) => scoreSharedTerms(keyword, blended, seeds))
      : undefined,
  });
  const hasSecondHop = query.secondHop && ordinals.length > 0 && !areMostlyTurns(neighbors, ordinals.length);
  return { ...ranked, secondHop: hasSecondHop ? findSecondHop(keyword, query.text, ranked.order) : null };
}

/**
 * Adds the turns up to two positions away from each hit in its conversation to the candidates, if they pass
 * the filter.
 *
 * @returns pairs of positions in both directions
 */
function addNeighbors(keyword: TenantKeywordIndex, passes: (ordinal: number) => boolean): NeighborPairs {
  const pairs = { own: [] as number[], neighbor: [] as number[], distance: [] as number[] };
  const add = (own: number, neighbor: number, distance: number): void => {
    pairs.own.push(own);
    pairs.neighbor.push(neighbor);
    pairs.distance.push(distance);
  };
  const hits = candidates.ordinals();
  for (let own = 0; own < hits.length; own++) {
    keyword.forEachNeighbor(hits[own]!, (ordinal, distance) => {
      if (!passes(ordinal)) return;
      const neighbor = candidates.add(ordinal);
      add(own, neighbor, distance);
      // A neighbor that is a hit adds the opposite direction itself.
      if (neighbor >= hits.length) add(neighbor, own, distance);
    });
  }
  return pairs;
}

/** Follows the entities of the best candidate to the candidates that also name them. */
function findSecondHop(keyword: TenantKeywordIndex, query: string, order: Uint32Array): SecondHop {
  const startedAt = performance.now();
  const best = candidates.ordinals()[order[0]!]!;
  const found = keyword.secondHopPositions(query, best, candidates, order);
  const ranks = found.length === 0 ? null : ranksOf(order);
  return {
    positions: found.map((position) => ranks![position]!),
    time_ms: performance.now() - startedAt,
  };
}

/** Scores the candidates for the rare terms that they share with the seeds, which are weighted by their blended score. */
function scoreSharedTerms(
  keyword: TenantKeywordIndex,
  blended: Float64Array,
  seeds: Int32Array,
): Float64Array {
  const ordinals = candidates.ordinals();
  const seedOrdinals = new Int32Array(seeds.length);
  const weights = new Float64Array(seeds.length);
  for (let i = 0; i < seeds.length; i++) {
    seedOrdinals[i] = ordinals[seeds[i]!]!;
    weights[i] = blended[seeds[i]!]!;
  }
  return keyword.sharedTermScores(seedOrdinals, weights, candidates);
}

/** Scores the candidates whose vector score is NaN and that have a vector. */
function addMissingScores(
  scores: Float64Array,
  queryVector: Float32Array,
  vector: TenantVectorIndex,
  docValues: DocValues,
): void {
  const ordinals = candidates.ordinals();
  const missing = new Int32Array(ordinals.length);
  const missingPositions = new Int32Array(ordinals.length);
  let count = 0;
  for (let position = 0; position < ordinals.length; position++) {
    if (!Number.isNaN(scores[position])) continue;
    const ordinal = vector.docValues.ordinalIn(docValues, ordinals[position]!);
    if (ordinal === -1) continue;
    missing[count] = ordinal;
    missingPositions[count++] = position;
  }
  const added = vector.scoresOf(missing.subarray(0, count), queryVector);
  for (let i = 0; i < count; i++) scores[missingPositions[i]!] = added[i]!;
}

/** Reads the keyword scores, importance, creation times, numbers of words and traits of the candidates. */
function readAttributes(
  keyword: TenantKeywordIndex,
  text: string,
): Pick<ScoredCandidates, 'keyword' | 'importance' | 'createdAtMs' | 'words' | 'traits'> {
  const { docValues } = keyword;
  const scores = keyword.scores(text);
  const ordinals = candidates.ordinals();
  const attributes = {
    keyword: new Float64Array(ordinals.length),
    importance: new Float64Array(ordinals.length),
    createdAtMs: new Float64Array(ordinals.length),
    words: new Float64Array(ordinals.length),
    traits: new Float64Array(ordinals.length),
  };
  const names = namesIn(text);
  for (let position = 0; position < ordinals.length; position++) {
    const ordinal = ordinals[position]!;
    attributes.keyword[position] = scores[ordinal]! || NaN;
    attributes.importance[position] = docValues.importance(ordinal);
    attributes.createdAtMs[position] = docValues.createdAtMs(ordinal);
    attributes.words[position] = keyword.wordCount(ordinal);
    attributes.traits[position] = traitsOf(keyword.utterance(ordinal), names);
  }
  return attributes;
}

function rank(
  docValues: DocValues | null,
  ordinals: Int32Array,
  scores: Omit<ScoredCandidates, 'isIdLess' | 'packIds'>,
): RankedCandidates {
  return rankCandidates({
    ...scores,
    isIdLess: (a, b) => docValues!.compareIds(ordinals[a]!, ordinals[b]!) < 0,
    packIds: (positions) => {
      const sorted = new Int32Array(positions.length);
      for (let i = 0; i < sorted.length; i++) sorted[i] = ordinals[positions[i]!]!;
      return docValues?.packedIds(sorted) ?? '';
    },
  });
}
