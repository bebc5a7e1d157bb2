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

/** Share of a neighbor's score that an item receives, by the distance in turns. */
const NEIGHBOR_SHARE = [0, 0.3, 0.12];
const KEYWORD_WEIGHT = 0.6;
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
export function blendScores(scores: RetrieverScores, pairs: NeighborPairs): BlendedScores {
  const keyword = scaleKeywordScores(scores);
  const vector = scaleVectorScores(scores.vector);
  const keywordWeight = !keyword ? 0 : !vector ? 1 : KEYWORD_WEIGHT;
  const combined = scores.keyword.map(
    (_, i) => keywordWeight * orZero(keyword?.[i]) + (1 - keywordWeight) * orZero(vector?.[i]),
  );
  const blended = divideByMax(addShares(combined, pairs));
  return {
    keywordRank: rankScores(keyword, pairs, blended, addShares),
    vectorRank: rankScores(vector, pairs, blended, averageWithShares),
    blended,
  };
}

const orZero = (score: number | undefined): number =>
  score === undefined || Number.isNaN(score) ? 0 : score;

/** Divides keyword scores by the best score. Returns null if no candidate has a keyword score. */
function scaleKeywordScores({ keyword, vector }: RetrieverScores): Float64Array | null {
  const best = maxOf(keyword);
  if (best === 0) return null;
  // Without vector scores, weak keyword scores are the only evidence.
  const isOnlyRetriever = vector.every(Number.isNaN);
  const min = isOnlyRetriever ? 0 : MIN_RELATIVE_KEYWORD_SCORE * best;
  return keyword.map((score) => (score >= min ? score / best : NaN));
}

/**
 * Scales vector scores to the range of the candidates' scores, because the usual range depends on the model.
 * Returns null if no candidate has a vector score.
 */
function scaleVectorScores(vector: Float64Array): Float64Array | null {
  let min = Infinity;
  let max = -Infinity;
  for (const score of vector) {
    if (score < min) min = score;
    if (score > max) max = score;
  }
  if (min > max) return null;
  return vector.map((score) => (Number.isNaN(score) ? NaN : max === min ? 1 : (score - min) / (max - min)));
}

function rankScores(
  scores: Float64Array | null,
  pairs: NeighborPairs,
  blended: Float64Array,
  combine: typeof addShares,
): Float64Array {
  if (!scores) return blended.map(() => NaN);
  // An item without its own score is ranked if one of its neighbors has a score.
  const isRanked = Uint8Array.from(scores, (own) => (Number.isNaN(own) ? 0 : 1));
  pairs.own.forEach((own, p) => {
    if (!Number.isNaN(scores[pairs.neighbor[p]!])) isRanked[own] = 1;
  });
  const combined = divideByMax(combine(scores, pairs));
  return combined.map((score, i) => (isRanked[i] ? score + blended[i]! : NaN));
}

/**
 * Sum of each item's score and its shares of neighbors' scores. Used for keyword scores, because a match in a
 * neighbor is additional evidence.
 */
function addShares(scores: Float64Array, { own, neighbor, distance }: NeighborPairs): Float64Array {
  const sums = scores.map(orZero);
  for (let p = 0; p < own.length; p++)
    sums[own[p]!]! += NEIGHBOR_SHARE[distance[p]!]! * orZero(scores[neighbor[p]!]);
  return sums;
}

/**
 * Weighted mean of each item's score and its neighbors' scores. Used for vector scores. Every item has some
 * similarity, so a sum would prefer items that have neighbors.
 */
function averageWithShares(scores: Float64Array, pairs: NeighborPairs): Float64Array {
  const totalWeights = new Float64Array(scores.length).fill(1);
  pairs.own.forEach((own, p) => (totalWeights[own]! += NEIGHBOR_SHARE[pairs.distance[p]!]!));
  return addShares(scores, pairs).map((sum, i) => sum / totalWeights[i]!);
}

/** The largest score, or 0. Ignores NaN. */
function maxOf(scores: Float64Array): number {
  let max = 0;
  for (const score of scores) if (score > max) max = score;
  return max;
}

function divideByMax(scores: Float64Array): Float64Array {
  const max = maxOf(scores);
  return max === 0 ? scores : scores.map((score) => score / max);
}
