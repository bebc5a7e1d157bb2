import { isUnderstood } from '../effective-weights.ts';
import type { RetrieverRankings } from '../rank-retrievers.ts';
import type { CandidateSet } from '../retrieve-candidates.ts';
import { RANKING_MODEL } from './ranking-model.ts';
import { scoreByTrees } from './score-by-trees.ts';
import { readSignals, SIGNALS } from './signals.ts';

/** Number of items, best first, whose candidates the model scores. */
const MODEL_WINDOW = 50;

const TREES = Float64Array.from(RANKING_MODEL.trees.flat());

/** Scores of the model of learned ranking. Arrays have one element per scored candidate, the best of the fusion first. */
export interface ModelScores {
  /** Positions of the candidates. */
  positions: Uint32Array;
  /** Log-odds that the candidate is part of the answer. */
  scores: Float64Array;
  /** Signals of the first candidate, followed by those of the second one, and so on. */
  signals: Float64Array;
  /** True if most of the candidates are turns of conversations. */
  areTurns: boolean;
}

/**
 * Scores the candidates among the first items of reciprocal rank fusion by the model of learned ranking. The scores do not depend
 * on the parameters of the search.
 *
 * @param graphScores graph scores, or null if the graph retriever did not run
 * @param rrfScores fused scores with the default parameters. NaN if no retriever ranks the item
 * @param onlyTurns true to score only turns of conversations
 * @param sort returns the positions of the scores that are not NaN, highest score first
 * @returns null if the search cannot use the model: if the keyword or the vector retriever did not run, with another embedding
 *   model than in training, if the model does not understand the query, if the number of words or the traits of a candidate are
 *   unknown, or if the candidates are not turns although `onlyTurns` is true
 * @see docs/reference/search.md#learned-ranking
 */
export function scoreByModel(
  { candidates, vector }: Pick<CandidateSet, 'candidates' | 'vector'>,
  rankings: RetrieverRankings,
  graphScores: Float64Array | null,
  rrfScores: Float64Array,
  onlyTurns: boolean,
  sort: (scores: Float64Array) => Uint32Array,
): ModelScores | null {
  if (!rankings.keyword || !rankings.vector) return null;
  if (vector?.model !== RANKING_MODEL.embeddingModel || !isUnderstood({ vector })) return null;
  // Saves the sort in tenants without conversations.
  if (onlyTurns && candidates.data.links.length === 0) return null;
  const positions = sort(rrfScores)
    .subarray(0, MODEL_WINDOW)
    .filter((position) => position < candidates.length);
  const { words, traits } = candidates.data;
  for (const position of positions)
    if (Number.isNaN(words[position]!) || Number.isNaN(traits[position]!)) return null;
  const haveTurns = areTurns(candidates, positions);
  if (onlyTurns && !haveTurns) return null;
  const signals = readSignals({ candidates, graphScores, rrfScores }, positions);
  return { positions, scores: scoreByTrees(TREES, signals, SIGNALS.length), signals, areTurns: haveTurns };
}

/**
 * Returns true if most of the positions are turns of conversations with an adjacent turn among the candidates. The model was
 * trained on such turns: among items of very different lengths, it prefers the longer ones too much.
 */
export function areTurns({ data: { links } }: CandidateSet['candidates'], positions: Uint32Array): boolean {
  const linked = new Set(links);
  let count = 0;
  for (const position of positions) if (linked.has(position)) count++;
  return 2 * count > positions.length;
}
