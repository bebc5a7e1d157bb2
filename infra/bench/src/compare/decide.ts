import type { Repeated } from '../statistics/repeated.ts';
import { percentile } from '../statistics/summary.ts';

export type Outcome = 'regression' | 'improvement' | 'noise' | 'undecided';

/** With fewer rounds, ranges that do not overlap are likely by chance: 1 in 6 for two rounds, 1 in 252 for five. */
export const MIN_ROUNDS = 3;
/** Smallest change of the median that counts. Runs of the same code differ by several percent. */
export const MIN_CHANGE = 0.1;
/** Largest difference of a retrieval quality share that counts as equal. */
export const SHARE_TOLERANCE = 0.005;

/**
 * Compares the rounds of two runs. The result is a regression or an improvement if the ranges of the rounds do not overlap and
 * the medians differ by more than 10 %.
 */
export function decide(before: Repeated, after: Repeated, isHigherBetter: boolean): Outcome {
  if (before.rounds.length < MIN_ROUNDS || after.rounds.length < MIN_ROUNDS) return 'undecided';
  if (Math.abs(relativeChange(before.median, after.median)) <= MIN_CHANGE) return 'noise';
  if (after.min > before.max) return isHigherBetter ? 'improvement' : 'regression';
  if (after.max < before.min) return isHigherBetter ? 'regression' : 'improvement';
  return 'noise';
}

/**
 * Returns true if two runs of a baseline differ: the middle halves of their rounds do not overlap and the medians differ by more
 * than 10 %. A baseline has many rounds, so their full ranges almost always overlap.
 */
export function baselinesDiffer(before: Repeated, after: Repeated): boolean {
  if (before.rounds.length < MIN_ROUNDS || after.rounds.length < MIN_ROUNDS) return false;
  if (Math.abs(relativeChange(before.median, after.median)) <= MIN_CHANGE) return false;
  const [old, now] = [middleHalf(before.rounds), middleHalf(after.rounds)];
  return now.low > old.high || now.high < old.low;
}

function middleHalf(rounds: readonly number[]): { low: number; high: number } {
  const sorted = Float64Array.from(rounds).sort();
  return { low: percentile(sorted, 25), high: percentile(sorted, 75) };
}

/** Compares two shares, which are deterministic and need no rounds. */
export function decideShare(before: number, after: number): Outcome {
  if (Math.abs(after - before) <= SHARE_TOLERANCE) return 'noise';
  return after < before ? 'regression' : 'improvement';
}

/** Change relative to the earlier value. Positive if the later value is higher. */
export function relativeChange(before: number, after: number): number {
  return (after - before) / before;
}
