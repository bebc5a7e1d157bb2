import { packColumns } from '@loci/contracts';
import type { PackedColumns, RankScoreParts } from '@loci/contracts';
import { sortPositions } from '@loci/core';
import { blendScores, splitRankScores } from './blend-scores.ts';
import type { BlendOptions } from './blend-scores.ts';
import type { NeighborPairs } from './neighbor-pairs.ts';

/**
 * Weight of a link between adjacent turns in graph expansion. For comparison, the weight of a relationship is
 * its strength × confidence, 0..1.
 */
export const LINK_WEIGHT = 0.2;

/** The candidates of a search before they are ranked. One element per candidate in each array. */
export interface ScoredCandidates extends BlendOptions {
  keyword: Float64Array;
  vector: Float64Array;
  /** Importance, 0..1. NaN for null. */
  importance: Float64Array;
  /** Event times. NaN if they are unknown. */
  createdAtMs: Float64Array;
  /** Numbers of words. NaN if they are unknown. */
  words: Float64Array;
  /** Sums of traits. NaN if they are unknown. */
  traits: Float64Array;
  neighbors: NeighborPairs;
  /** Returns true if the id at position `a` is less than the id at position `b`. */
  isIdLess(a: number, b: number): boolean;
  /** Concatenates the ids at the given positions. */
  packIds(positions: Uint32Array): string;
  /** True to return the parts of the rank scores. */
  explain?: boolean | undefined;
}

export interface RankedCandidates {
  columns: PackedColumns;
  /** Parts of the rank scores, in the order of the columns. Null if they were not requested. */
  parts: RankScoreParts | null;
  /** Positions of the candidates before the ranking, in the order of the columns. */
  order: Uint32Array;
}

/**
 * Blends the scores of candidates and sorts them by blended score, importance, creation time (all descending)
 * and ascending id.
 */
export function rankCandidates(candidates: ScoredCandidates): RankedCandidates {
  const { keyword, vector, importance, createdAtMs, words, traits, neighbors } = candidates;
  const { keywordRank, vectorRank, blended } = blendScores({ keyword, vector }, neighbors, candidates);
  const order = new Uint32Array(blended.length);
  for (let position = 0; position < order.length; position++) order[position] = position;
  sortPositions(
    order,
    blended,
    (a, b) =>
      (importance[b]! || 0) - (importance[a]! || 0) ||
      createdAtMs[b]! - createdAtMs[a]! ||
      (candidates.isIdLess(a, b) ? -1 : 1),
  );
  const columns = {
    keyword_score: keyword,
    vector_score: vector,
    keyword_rank_score: keywordRank,
    vector_rank_score: vectorRank,
    blended,
    importance,
    created_at_ms: createdAtMs,
    words,
    traits,
  };
  return {
    columns: packColumns(columns, order, {
      ids: candidates.packIds(order),
      links: linkAdjacentTurns(candidates, order),
    }),
    parts: candidates.explain ? explainRankScores(candidates, order) : null,
    order,
  };
}

function explainRankScores(
  { keyword, vector, neighbors }: ScoredCandidates,
  order: Uint32Array,
): RankScoreParts {
  const parts = splitRankScores({ keyword, vector }, neighbors);
  const rank = ranksOf(order);
  const sorted = (column: Float64Array): number[] => Array.from(order, (position) => column[position]!);
  return {
    own_keyword: sorted(parts.keyword.own),
    own_vector: sorted(parts.vector.own),
    pairs: neighbors.own.map((own, p) => [rank[own]!, rank[neighbors.neighbor[p]!]!]),
    distances: [...neighbors.distance],
    neighbor_keyword: [...parts.keyword.neighbor],
    neighbor_vector: [...parts.vector.neighbor],
  };
}

/** Returns the position in `order` of each candidate. */
export function ranksOf(order: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) ranks[order[i]!] = i;
  return ranks;
}

/** Returns the pairs of adjacent turns, the earlier one first, as positions in `order`. */
function linkAdjacentTurns(
  { neighbors: { own, neighbor, distance }, createdAtMs, isIdLess }: ScoredCandidates,
  order: Uint32Array,
): Uint32Array {
  if (own.length === 0) return new Uint32Array();
  const rank = ranksOf(order);
  const links: number[] = [];
  // The order of the turns of a conversation.
  const isBefore = (a: number, b: number): boolean =>
    createdAtMs[a] === createdAtMs[b] ? isIdLess(a, b) : createdAtMs[a]! < createdAtMs[b]!;
  for (let p = 0; p < own.length; p++)
    if (distance[p] === 1 && isBefore(own[p]!, neighbor[p]!)) links.push(rank[own[p]!]!, rank[neighbor[p]!]!);
  return Uint32Array.from(links);
}
