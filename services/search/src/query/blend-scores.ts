import type { ConversationNeighbor } from './find-conversation-neighbors.ts';

/** Raw scores of one candidate. Null means that the retriever has no score for it. */
export interface RetrieverScores {
  id: string;
  keywordScore: number | null;
  vectorScore: number | null;
}

export interface BlendedScores extends RetrieverScores {
  /** Score that keyword search ranks the item by, 0..2. Null if it does not rank the item. */
  keywordRankScore: number | null;
  /** Score that vector search ranks the item by, 0..2. Null if it does not rank the item. */
  vectorRankScore: number | null;
  /** Combined score of both retrievers, including shares of conversation neighbors, 0..1. */
  blended: number;
}

/** Fraction of a conversation neighbor's score that is added to an item's score, by distance in turns. */
const NEIGHBOR_SHARE: Record<1 | 2, number> = { 1: 0.3, 2: 0.12 };
const KEYWORD_WEIGHT = 0.6;
/**
 * Keyword scores below this fraction of the best score are ignored, because they come from terms that most
 * items contain.
 */
const MIN_RELATIVE_KEYWORD_SCORE = 0.01;

/**
 * Computes the scores that reciprocal rank fusion ranks by. Each rank score is the retriever's own score,
 * scaled to 0..1 and with the shares of conversation neighbors, plus the blended score of both retrievers.
 * The blended score separates items whose own scores are nearly equal, because fusion uses ranks alone.
 *
 * The constants were tuned on three development conversations of the LoCoMo benchmark and confirmed on the
 * Cranfield collection. Small changes of the constants have little effect on the results.
 *
 * @param items candidates, each once
 * @param neighbors pairs of neighbors in both directions. Pairs with an item that is not a candidate are
 *   ignored.
 * @returns the scores of each candidate, in the order of `items`
 * @see docs/reference/search.md#blended-score
 */
export function blendScores(
  items: readonly RetrieverScores[],
  neighbors: readonly ConversationNeighbor[],
): BlendedScores[] {
  const shares = neighborShares(items, neighbors);
  const keyword = scaleKeywordScores(items);
  const vector = scaleVectorScores(items);
  const keywordWeight = !keyword ? 0 : !vector ? 1 : KEYWORD_WEIGHT;
  const combined = items.map(
    (_, i) => keywordWeight * (keyword?.[i] ?? 0) + (1 - keywordWeight) * (vector?.[i] ?? 0),
  );
  const blended = divideByMax(combined.map((own, i) => addShares(own, shares[i]!, combined)));
  const keywordRankScores = rankScores(keyword, shares, blended, addShares);
  const vectorRankScores = rankScores(vector, shares, blended, averageWithShares);
  return items.map((item, i) => ({
    ...item,
    keywordRankScore: keywordRankScores[i]!,
    vectorRankScore: vectorRankScores[i]!,
    blended: blended[i]!,
  }));
}

/** Scores of one retriever in the order of the candidates, 0..1. Null where the retriever has no score. */
type ScaledScores = readonly (number | null)[];

interface NeighborShare {
  /** Index of the neighbor in the list of candidates. */
  index: number;
  share: number;
}

function neighborShares(
  items: readonly RetrieverScores[],
  neighbors: readonly ConversationNeighbor[],
): NeighborShare[][] {
  const shares: NeighborShare[][] = items.map(() => []);
  if (neighbors.length === 0) return shares;
  const indexOf = new Map(items.map((item, i) => [item.id, i]));
  for (const { id, neighborId, distance } of neighbors) {
    const [own, index] = [indexOf.get(id), indexOf.get(neighborId)];
    if (own !== undefined && index !== undefined)
      shares[own]!.push({ index, share: NEIGHBOR_SHARE[distance] });
  }
  return shares;
}

/**
 * Divides keyword scores by the best one and drops weak ones. Returns null if no candidate has a keyword
 * score.
 */
function scaleKeywordScores(items: readonly RetrieverScores[]): ScaledScores | null {
  const best = items.reduce((max, { keywordScore }) => Math.max(max, keywordScore ?? 0), 0);
  if (best === 0) return null;
  // Without vector scores, weak keyword scores are the only evidence.
  const isOnlyRetriever = items.every(({ vectorScore }) => vectorScore === null);
  const min = isOnlyRetriever ? 0 : MIN_RELATIVE_KEYWORD_SCORE * best;
  return items.map(({ keywordScore }) =>
    keywordScore === null || keywordScore < min ? null : keywordScore / best,
  );
}

/**
 * Scales vector scores to 0..1 (min-max normalization), because their usual range depends on the model.
 * Returns null if no candidate has a vector score.
 */
function scaleVectorScores(items: readonly RetrieverScores[]): ScaledScores | null {
  const scores = items.flatMap(({ vectorScore }) => vectorScore ?? []);
  if (scores.length === 0) return null;
  const min = scores.reduce((a, b) => Math.min(a, b));
  const max = scores.reduce((a, b) => Math.max(a, b));
  return items.map(({ vectorScore }) =>
    vectorScore === null ? null : max === min ? 1 : (vectorScore - min) / (max - min),
  );
}

function rankScores(
  scores: ScaledScores | null,
  shares: readonly NeighborShare[][],
  blended: readonly number[],
  combine: typeof addShares,
): (number | null)[] {
  if (!scores) return blended.map(() => null);
  // An item without its own score is ranked if one of its neighbors has a score.
  const isRanked = scores.map(
    (own, i) => own !== null || shares[i]!.some(({ index }) => scores[index] !== null),
  );
  const combined = divideByMax(scores.map((own, i) => combine(own ?? 0, shares[i]!, scores)));
  return combined.map((score, i) => (isRanked[i] ? score + blended[i]! : null));
}

/**
 * Adds shares of the neighbors' scores to an item's score. Used for keyword scores, because each match in a
 * neighbor is additional evidence.
 */
function addShares(own: number, shares: readonly NeighborShare[], scores: ScaledScores): number {
  return shares.reduce((sum, { index, share }) => sum + share * (scores[index] ?? 0), own);
}

/**
 * Weighted mean of an item's score and its neighbors' scores. Used for vector scores. A sum would favor items
 * with neighbors, because every item has some similarity to the query.
 */
function averageWithShares(own: number, shares: readonly NeighborShare[], scores: ScaledScores): number {
  const totalWeight = shares.reduce((sum, { share }) => sum + share, 1);
  return addShares(own, shares, scores) / totalWeight;
}

function divideByMax(scores: readonly number[]): number[] {
  const max = scores.reduce((a, b) => Math.max(a, b), 0);
  return max === 0 ? [...scores] : scores.map((score) => score / max);
}
