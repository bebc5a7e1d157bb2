import { TRAITS } from '@loci/contracts';
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
  'is_question',
  'previous_is_question',
  'first_person',
  'second_person',
  'names_speaker',
  'bm25_previous',
  'bm25_next',
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

/** Score of an adjacent turn that is not a candidate, mostly because the conversation begins or ends there. */
const NO_TURN = -1;

/**
 * Computes the signals of candidates. Missing scores count as 0.
 *
 * @param positions positions of the candidates
 * @returns the signals of the first candidate, followed by those of the second one, and so on
 */
export function readSignals(
  { candidates, graphScores, rrfScores }: SignalSources,
  positions: Uint32Array,
): Float64Array {
  const { data } = candidates;
  const { previous, next } = readTurns(candidates);
  const bestKeyword = maxOf(data.keyword_score, positions);
  const bestVector = maxOf(data.vector_score, positions);
  const signals = new Float64Array(positions.length * SIGNALS.length);
  let s = 0;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const blended = data.blended[position]!;
    const similarity = orZero(data.vector_score[position]!);
    signals[s++] = orZero(data.keyword_score[position]!) / bestKeyword;
    signals[s++] = similarity / bestVector;
    signals[s++] = similarity;
    signals[s++] = orZero(data.keyword_rank_score[position]! - blended);
    signals[s++] = orZero(data.vector_rank_score[position]! - blended);
    signals[s++] = blended;
    signals[s++] = graphScores ? graphScores[position]! - blended : 0;
    signals[s++] = rrfScores[position]!;
    signals[s++] = data.words[position]!;
    const traits = data.traits[position]!;
    const before = previous[position]!;
    const after = next[position]!;
    signals[s++] = traits & TRAITS.question ? 1 : 0;
    signals[s++] = before !== -1 && data.traits[before]! & TRAITS.question ? 1 : 0;
    signals[s++] = traits & TRAITS.firstPerson ? 1 : 0;
    signals[s++] = traits & TRAITS.secondPerson ? 1 : 0;
    signals[s++] = traits & TRAITS.namedSpeaker ? 1 : 0;
    signals[s++] = before === -1 ? NO_TURN : orZero(data.keyword_score[before]!) / bestKeyword;
    signals[s++] = after === -1 ? NO_TURN : orZero(data.keyword_score[after]!) / bestKeyword;
  }
  return signals;
}

/** Returns the positions of the turns before and after each candidate in its conversation, -1 for a turn that is not a candidate. */
function readTurns({ data: { links }, length }: CandidateColumns): {
  previous: Int32Array;
  next: Int32Array;
} {
  const previous = new Int32Array(length).fill(-1);
  const next = new Int32Array(length).fill(-1);
  for (let i = 0; i < links.length; i += 2) {
    previous[links[i + 1]!] = links[i]!;
    next[links[i]!] = links[i + 1]!;
  }
  return { previous, next };
}

const orZero = (score: number): number => (Number.isNaN(score) ? 0 : score);

/** Returns the highest score of the positions, or 1 if none of them is above 0. */
function maxOf(scores: Float64Array, positions: Uint32Array): number {
  let max = 0;
  for (let i = 0; i < positions.length; i++) if (scores[positions[i]!]! > max) max = scores[positions[i]!]!;
  return max || 1;
}
