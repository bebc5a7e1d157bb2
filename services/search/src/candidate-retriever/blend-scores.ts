import { FULL_WEIGHT_KNOWN_SHARE } from '@loci/contracts';
import type { NeighborPairs } from './neighbor-pairs.ts';

/**
 * Raw scores of the candidates, one element per candidate. NaN means that the retriever has no score for it.
 */
export interface RetrieverScores {
  keyword: Float64Array;
  vector: Float64Array;
}

export interface BlendedScores {
  /** Scores that keyword search ranks the items by, 0..2. NaN for items that it does not rank. */
  keywordRank: Float64Array;
  /** Scores that vector search ranks the items by, 0..2. NaN for items that it does not rank. */
  vectorRank: Float64Array;
  /** Combined scores of both retrievers, including shares of neighbors, 0..1. */
  blended: Float64Array;
}

export interface BlendOptions {
  /** Share of the letters of the query in words that the embedding model knows, 0..1. Undefined if it is unknown. */
  knownShare?: number | undefined;
  /**
   * Returns the scores, 0..1, that the blended scores receive for terms shared with the best candidates, or null if they
   * receive none.
   */
  sharedTerms?: ((blended: Float64Array) => Float64Array | null) | undefined;
}

/** Share of a neighbor's score that an item receives, by the distance in turns. */
const NEIGHBOR_SHARE = [0, 0.3, 0.12];
/** Weight of the vector scores in the blended scores, if the embedding model understands the query. */
const VECTOR_WEIGHT = 0.4;
/**
 * Keyword scores below this fraction of the best score are ignored, because they come from terms that most
 * items contain.
 */
const MIN_RELATIVE_KEYWORD_SCORE = 0.01;

/**
 * Computes the scores that reciprocal rank fusion ranks by. Each rank score is the retriever's own score,
 * scaled to 0..1 and with the shares of conversation neighbors, plus the blended score of both retrievers.
 * The blended score separates items whose own scores are nearly equal, because the fusion uses only ranks.
 *
 * The constants were tuned on three development conversations of the LoCoMo benchmark and confirmed on
 * Cranfield. Results change little around these values.
 *
 * @returns the scores of each candidate, in the order of `scores`
 * @see docs/reference/search.md#blended-score
 */
export function blendScores(
  scores: RetrieverScores,
  pairs: NeighborPairs,
  { knownShare, sharedTerms }: BlendOptions = {},
): BlendedScores {
  const keyword = scaleKeywordScores(scores);
  const vector = scaleVectorScores(scores.vector);
  const vectorWeight = VECTOR_WEIGHT * Math.min(1, (knownShare ?? 1) / FULL_WEIGHT_KNOWN_SHARE);
  const blended = divideByMax(
    addShares(combine(keyword, vector, scores.keyword.length, vectorWeight), pairs),
  );
  const shared = sharedTerms?.(blended);
  if (shared) {
    for (let i = 0; i < blended.length; i++) blended[i]! += shared[i]!;
    divideByMax(blended);
  }
  return {
    keywordRank: toRankScores(keyword, pairs, blended, addShares),
    vectorRank: toRankScores(vector, pairs, blended, averageWithShares),
    blended,
  };
}

/** Parts of the rank scores of one retriever, without the blended scores. */
interface RetrieverParts {
  /** Own part of each candidate, 0..1. */
  own: Float64Array;
  /** Part that the neighbor of each pair adds, 0..1. */
  neighbor: Float64Array;
}

/**
 * Splits the rank scores of {@link blendScores} into the parts of the candidates and of their conversation neighbors. The
 * own part, the parts of the neighbors and the blended score add up to the rank score, except for rounding.
 */
export function splitRankScores(
  scores: RetrieverScores,
  pairs: NeighborPairs,
): Record<'keyword' | 'vector', RetrieverParts> {
  const ones = new Float64Array(scores.keyword.length).fill(1);
  return {
    keyword: splitScores(scaleKeywordScores(scores), pairs, ones, addShares),
    vector: splitScores(
      scaleVectorScores(scores.vector),
      pairs,
      totalWeightsOf(scores.vector.length, pairs),
      averageWithShares,
    ),
  };
}

/** @param divisors number by which `includeNeighbors` divides the sum of each item */
function splitScores(
  scores: Float64Array | null,
  pairs: NeighborPairs,
  divisors: Float64Array,
  includeNeighbors: typeof addShares,
): RetrieverParts {
  if (!scores)
    return { own: new Float64Array(divisors.length), neighbor: new Float64Array(pairs.own.length) };
  const max = maxOf(includeNeighbors(scores, pairs)) || 1;
  return {
    own: scores.map((score, i) => orZero(score) / (divisors[i]! * max)),
    neighbor: Float64Array.from(
      pairs.own,
      (own, p) =>
        (NEIGHBOR_SHARE[pairs.distance[p]!]! * orZero(scores[pairs.neighbor[p]!]!)) / (divisors[own]! * max),
    ),
  };
}

// The functions below run for hundreds of candidates per search. They use loops, because a typed array's
// `map` and `from` take several times longer.

const orZero = (score: number): number => (Number.isNaN(score) ? 0 : score);

/** Weighted sum of the scores of both retrievers. */
function combine(
  keyword: Float64Array | null,
  vector: Float64Array | null,
  length: number,
  vectorWeight: number,
): Float64Array {
  const keywordWeight = !keyword ? 0 : !vector ? 1 : 1 - vectorWeight;
  const combined = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const keywordScore = keyword ? orZero(keyword[i]!) : 0;
    const vectorScore = vector ? orZero(vector[i]!) : 0;
    combined[i] = keywordWeight * keywordScore + (1 - keywordWeight) * vectorScore;
  }
  return combined;
}

/** Divides keyword scores by the best score. Returns null if no candidate has a keyword score. */
function scaleKeywordScores({ keyword, vector }: RetrieverScores): Float64Array | null {
  const best = maxOf(keyword);
  if (best === 0) return null;
  // Without vector scores, weak keyword scores are the only evidence.
  const isOnlyRetriever = vector.every(Number.isNaN);
  const min = isOnlyRetriever ? 0 : MIN_RELATIVE_KEYWORD_SCORE * best;
  const scaled = new Float64Array(keyword.length);
  for (let i = 0; i < scaled.length; i++) scaled[i] = keyword[i]! >= min ? keyword[i]! / best : NaN;
  return scaled;
}

/**
 * Scales vector scores to the range of the candidates' scores, because the usual range depends on the model.
 * Returns null if no candidate has a vector score.
 */
function scaleVectorScores(vector: Float64Array): Float64Array | null {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < vector.length; i++) {
    if (vector[i]! < min) min = vector[i]!;
    if (vector[i]! > max) max = vector[i]!;
  }
  if (min > max) return null;
  const scaled = new Float64Array(vector.length);
  for (let i = 0; i < scaled.length; i++) {
    const score = vector[i]!;
    scaled[i] = Number.isNaN(score) ? NaN : max === min ? 1 : (score - min) / (max - min);
  }
  return scaled;
}

function toRankScores(
  scores: Float64Array | null,
  pairs: NeighborPairs,
  blended: Float64Array,
  includeNeighbors: typeof addShares,
): Float64Array {
  const rankScores = new Float64Array(blended.length).fill(NaN);
  if (!scores) return rankScores;
  const combined = divideByMax(includeNeighbors(scores, pairs));
  for (let i = 0; i < combined.length; i++)
    if (!Number.isNaN(scores[i])) rankScores[i] = combined[i]! + blended[i]!;
  // An item without its own score is ranked if one of its neighbors has a score.
  for (let p = 0; p < pairs.own.length; p++) {
    const own = pairs.own[p]!;
    if (!Number.isNaN(scores[pairs.neighbor[p]!])) rankScores[own] = combined[own]! + blended[own]!;
  }
  return rankScores;
}

/**
 * Sum of each item's score and its shares of neighbors' scores. Used for keyword scores, because a match in a
 * neighbor is additional evidence.
 */
function addShares(scores: Float64Array, { own, neighbor, distance }: NeighborPairs): Float64Array {
  const sums = new Float64Array(scores.length);
  for (let i = 0; i < sums.length; i++) sums[i] = orZero(scores[i]!);
  for (let p = 0; p < own.length; p++)
    sums[own[p]!]! += NEIGHBOR_SHARE[distance[p]!]! * orZero(scores[neighbor[p]!]!);
  return sums;
}

/**
 * Weighted mean of each item's score and its neighbors' scores. Used for vector scores. Every item has some
 * similarity, so a sum would prefer items that have neighbors.
 */
function averageWithShares(scores: Float64Array, pairs: NeighborPairs): Float64Array {
  const averages = addShares(scores, pairs);
  const totalWeights = totalWeightsOf(scores.length, pairs);
  for (let i = 0; i < averages.length; i++) averages[i]! /= totalWeights[i]!;
  return averages;
}

/** The sum of the weights of each item, 1, and of its neighbors. */
function totalWeightsOf(length: number, { own, distance }: NeighborPairs): Float64Array {
  const totalWeights = new Float64Array(length).fill(1);
  for (let p = 0; p < own.length; p++) totalWeights[own[p]!]! += NEIGHBOR_SHARE[distance[p]!]!;
  return totalWeights;
}

/** The largest score, or 0. Ignores NaN. */
function maxOf(scores: Float64Array): number {
  let max = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i]! > max) max = scores[i]!;
  return max;
}

/** Divides scores by the largest one, in place. */
function divideByMax(scores: Float64Array): Float64Array {
  const max = maxOf(scores);
  if (max > 0) for (let i = 0; i < scores.length; i++) scores[i]! /= max;
  return scores;
}
