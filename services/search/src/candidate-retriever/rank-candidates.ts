import { packColumns } from '@loci/contracts';
import type { PackedColumns } from '@loci/contracts';
import { sortPositions } from '@loci/core';
import { blendScores } from './blend-scores.ts';
import type { NeighborPairs } from './neighbor-pairs.ts';

/**
 * Weight of a link between adjacent turns in graph expansion. For comparison, the weight of a relationship is
 * its strength × confidence, 0..1.
 */
export const LINK_WEIGHT = 0.2;

/** The candidates of a search before they are ranked. One element per candidate in each array. */
export interface ScoredCandidates {
  keyword: Float64Array;
  vector: Float64Array;
  /** Importance, 0..1. NaN for null. */
  importance: Float64Array;
  createdAtMs: Float64Array;
  neighbors: NeighborPairs;
  /** Returns true if the id at position `a` is less than the id at position `b`. */
  isIdLess(a: number, b: number): boolean;
  /** Concatenates the ids at the given positions. */
  packIds(positions: Uint32Array): string;
}

/**
 * Blends the scores of candidates and sorts them by blended score, importance, creation time (all descending)
 * and ascending id.
 */
export function rankCandidates(candidates: ScoredCandidates): PackedColumns {
  const { keyword, vector, importance, createdAtMs, neighbors } = candidates;
  const { keywordRank, vectorRank, blended } = blendScores({ keyword, vector }, neighbors);
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
  };
  return packColumns(columns, order, {
    ids: candidates.packIds(order),
    links: linkAdjacentTurns(neighbors, order),
  });
}

/** Returns the pairs of adjacent turns, each once, as positions in `order`. */
function linkAdjacentTurns({ own, neighbor, distance }: NeighborPairs, order: Uint32Array): Uint32Array {
  if (own.length === 0) return new Uint32Array();
  const rank = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) rank[order[i]!] = i;
  const links: number[] = [];
  for (let p = 0; p < own.length; p++)
    if (distance[p] === 1 && own[p]! < neighbor[p]!) links.push(rank[own[p]!]!, rank[neighbor[p]!]!);
  return Uint32Array.from(links);
}
