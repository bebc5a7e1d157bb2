import { sortPositions } from '@loci/core';
import { isUnderstood } from '../effective-weights.ts';
import { contributionOf, defaultScore, fusedScore, roundScore } from '../fuse-rankings.ts';
import type { FusedRankings } from '../fuse-rankings.ts';
import type { HybridSearch } from '../hybrid-search.ts';
import type { RetrieverRankings } from '../rank-retrievers.ts';
import type { CandidateSet } from '../retrieve-candidates.ts';
import { RETRIEVERS } from '../retriever.ts';
import { RANKING_MODEL } from './ranking-model.ts';
import { scoreByTrees } from './score-by-trees.ts';
import { readSignals, SIGNALS } from './signals.ts';
import type { Signal } from './signals.ts';

/** Number of items, best first, that the model orders. */
const MODEL_WINDOW = 50;
/** Weight of the learned ranking, as a multiple of the sum of the weights of the retrievers that ran. */
const MODEL_WEIGHT = 4;

const TREES = Float64Array.from(RANKING_MODEL.trees.flat());

/** The learned ranking of a search. Arrays have one element per item of the search. */
export interface LearnedRanking {
  /** Fused scores that include the learned ranking, 0 to 1. NaN for items that no retriever ranks. */
  scores: Float64Array;
  /** Rank of each item in the learned ranking, from 1. 0 if no retriever ranks it. */
  ranks: Uint32Array;
  /** Weight of the learned ranking. */
  weight: number;
  /** Sum of an item that every retriever and the model rank first. */
  bestPossible: number;
  /** Returns the contribution of the learned ranking to the sum of an item. */
  contribution(position: number): number;
  /** Returns the score and the signals of an item, or null if the model does not score it. */
  explain(position: number): { score: number; signals: Record<Signal, number> } | null;
}

/**
 * Adds a learned ranking to the fusion of a search. The model orders the candidates among the first items of reciprocal rank
 * fusion. Other items, including those that only the graph found, keep their ranks.
 *
 * @param graphScores graph scores, or null if the graph retriever did not run
 * @param fused fused rankings of the retrievers
 * @param sort returns the positions of the scores that are not NaN, highest score first
 * @returns null if the search does not use the model: if it ranks by `rrf`, if the keyword or the vector retriever did not
 *   run, if it ranks by `auto` and the items are not turns of conversations, with another embedding model than in training, if the model does not understand the query, or if the number of words
 *   or the traits of a candidate are unknown
 * @see docs/reference/search.md#learned-ranking
 */
export function rankByModel(
  request: Pick<HybridSearch, 'ranking' | 'weights' | 'rrfK'>,
  { candidates, vector }: Pick<CandidateSet, 'candidates' | 'vector'>,
  rankings: RetrieverRankings,
  graphScores: Float64Array | null,
  fused: FusedRankings,
  sort: (scores: Float64Array) => Uint32Array,
): LearnedRanking | null {
  if (request.ranking === 'rrf' || vector?.model !== RANKING_MODEL.embeddingModel) return null;
  if (!rankings.keyword || !rankings.vector || !isUnderstood({ vector })) return null;
  const order = sort(fused.scores);
  const slots = listSlots(order, candidates.length);
  const positions = slots.map((slot) => order[slot]!);
  const { words, traits } = candidates.data;
  for (const position of positions)
    if (Number.isNaN(words[position]!) || Number.isNaN(traits[position]!)) return null;
  if (request.ranking === 'auto' && !areTurns(candidates, positions)) return null;
  const ran = RETRIEVERS.filter((retriever) => retriever !== 'graph' || graphScores !== null);
  const rrfScores = new Float64Array(fused.scores.length);
  for (const position of positions)
    rrfScores[position] = defaultScore(ran, (retriever) => fused.ranks[retriever][position]!);
  const signals = readSignals({ candidates, graphScores, rrfScores }, positions);
  const modelScores = scoreByTrees(TREES, signals, SIGNALS.length);
  const byModel = sortPositions(
    positions.map((_, i) => i),
    modelScores,
  );
  const ranks = new Uint32Array(fused.scores.length);
  for (let i = 0; i < order.length; i++) ranks[order[i]!] = i + 1;
  for (let i = 0; i < slots.length; i++) ranks[positions[byModel[i]!]!] = slots[i]! + 1;
  const { weights, rrfK } = request;
  const weight = MODEL_WEIGHT * ran.reduce((sum, retriever) => sum + weights[retriever], 0);
  const bestPossible = fused.bestPossible + contributionOf(weight, rrfK, 1);
  const scores = fused.scores.map((_, item) =>
    ranks[item] === 0
      ? NaN
      : fusedScore(fused.sums[item]! + contributionOf(weight, rrfK, ranks[item]!), bestPossible),
  );
  return {
    scores,
    ranks,
    weight,
    bestPossible,
    contribution: (position) => contributionOf(weight, rrfK, ranks[position]!),
    explain: (position) => {
      const i = positions.indexOf(position);
      if (i === -1) return null;
      return {
        score: roundScore(modelScores[i]!),
        signals: Object.fromEntries(
          SIGNALS.map((name, s) => [name, signals[i * SIGNALS.length + s]!]),
        ) as Record<Signal, number>,
      };
    },
  };
}

/**
 * Returns true if most of the positions are turns of conversations with an adjacent turn among the candidates. The model was
 * trained on such turns: among items of very different lengths, it prefers the longer ones too much.
 */
function areTurns({ data: { links } }: CandidateSet['candidates'], positions: Uint32Array): boolean {
  const linked = new Set(links);
  let count = 0;
  for (const position of positions) if (linked.has(position)) count++;
  return 2 * count > positions.length;
}

/** Returns the indexes of the candidates among the first items of the order. */
function listSlots(order: Uint32Array, candidateCount: number): Uint32Array {
  const slots = new Uint32Array(Math.min(MODEL_WINDOW, order.length));
  let count = 0;
  for (let i = 0; i < slots.length; i++) if (order[i]! < candidateCount) slots[count++] = i;
  return slots.subarray(0, count);
}
