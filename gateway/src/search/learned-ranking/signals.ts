import type { CandidateColumns } from '@loci/contracts';

/**
 * Signals of a candidate, in the order of the features of the model. `relative` means divided by the highest value of the
 * candidates that are ranked by the model.
 *
 * @see docs/reference/search.md#learned-ranking
 */
export const SIGNALS = [
  'bm25_relative',
  'vector_relative',
  'similarity',
  'bm25_with_neighbors',
  'vector_with_neighbors',
  'blended_score',
  'graph_received',
  'rrf_score',
  'words',
] as const;
export type Signal = (typeof SIGNALS)[number];

/** Scores of the candidates that the candidate set lacks. */
export interface SignalSources {
  candidates: CandidateColumns;
  /** Graph scores, or null if the graph retriever did not run. */
  graphScores: Float64Array | null;
  /** Fused scores with the default weights, whatever those of the search are. */
  rrfScores: Float64Array;
}

/**
 * Computes the signals of candidates. Missing scores count as 0.
 *
 * @param positions positions of the candidates
 * @returns the signals of the first candidate, followed by those of the second one, and so on
 */
export function readSignals(
  { candidates: { data }, graphScores, rrfScores }: SignalSources,
  positions: Uint32Array,
): Float64Array {
  const bestKeyword = maxOf(data.keyword_score, positions);
  const bestVector = maxOf(data.vector_score, positions);
  const signals = new Float64Array(positions.length * SIGNALS.length);
  let next = 0;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const blended = data.blended[position]!;
    const similarity = orZero(data.vector_score[position]!);
    signals[next++] = orZero(data.keyword_score[position]!) / bestKeyword;
    signals[next++] = similarity / bestVector;
    signals[next++] = similarity;
    signals[next++] = orZero(data.keyword_rank_score[position]! - blended);
    signals[next++] = orZero(data.vector_rank_score[position]! - blended);
    signals[next++] = blended;
    signals[next++] = graphScores ? graphScores[position]! - blended : 0;
    signals[next++] = rrfScores[position]!;
    signals[next++] = data.words[position]!;
  }
  return signals;
}

const orZero = (score: number): number => (Number.isNaN(score) ? 0 : score);

/** Returns the highest score of the positions, or 1 if none of them is above 0. */
function maxOf(scores: Float64Array, positions: Uint32Array): number {
  let max = 0;
  for (let i = 0; i < positions.length; i++) if (scores[positions[i]!]! > max) max = scores[positions[i]!]!;
  return max || 1;
}
