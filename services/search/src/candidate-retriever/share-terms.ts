import { areMostlyTurns } from './neighbor-pairs.ts';
import type { NeighborPairs } from './neighbor-pairs.ts';

/** Number of candidates, best first, whose terms are compared with those of all candidates. */
const SEEDS = 5;

/**
 * Returns the scores, 0..1, of candidates for the rare terms that they share with the best ones. The best candidate has the
 * highest score, so that it stays the best. Returns null if no other candidate shares a term, or if most of the candidates
 * are turns of conversations, which receive shares of the adjacent turns instead.
 *
 * @param score returns the scores of all candidates for the terms that they share with the seeds
 * @see docs/reference/search.md#shared-terms
 */
export function shareTerms(
  blended: Float64Array,
  { own }: Pick<NeighborPairs, 'own'>,
  score: (seeds: Int32Array) => Float64Array,
): Float64Array | null {
  const seeds = selectSeeds(blended, { own });
  if (!seeds) return null;
  const scores = score(seeds);
  let max = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i]! > max) max = scores[i]!;
  if (max === 0) return null;
  for (let i = 0; i < scores.length; i++) scores[i]! /= max;
  scores[seeds[0]!] = 1;
  return scores;
}

/**
 * Returns the positions of the candidates whose terms are compared with those of all candidates, best first. Returns null if
 * shared terms do not change the scores.
 */
export function selectSeeds(blended: Float64Array, neighbors: Pick<NeighborPairs, 'own'>): Int32Array | null {
  if (blended.length < 2 || areMostlyTurns(neighbors, blended.length)) return null;
  return bestPositions(blended, SEEDS);
}

/** Returns the positions of the highest scores above 0, highest score first. */
function bestPositions(scores: Float64Array, count: number): Int32Array {
  const best: number[] = [];
  for (let position = 0; position < scores.length; position++) {
    const value = scores[position]!;
    if (!(value > 0) || (best.length === count && value <= scores[best.at(-1)!]!)) continue;
    let at = best.length;
    while (at > 0 && scores[best[at - 1]!]! < value) at--;
    best.splice(at, 0, position);
    if (best.length > count) best.pop();
  }
  return Int32Array.from(best);
}
