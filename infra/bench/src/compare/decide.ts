import type { Repeated } from '../statistics/repeated.ts';
import { percentile } from '../statistics/summary.ts';

export type Outcome = 'regression' | 'improvement' | 'noise' | 'undecided';

/**
 * Minimum number of rounds for a decision. If two runs have the same distribution, the probability that every
 * round of the second run is worse than every round of the first is 1 in 6 with two rounds, 1 in 20 with
 * three, and 1 in 252 with five.
 */
export const MIN_ROUNDS = 3;
/**
 * Smallest relative change in the median that counts as a regression or an improvement. Runs of the same code
 * differ by several percent.
 */
export const MIN_CHANGE = 0.1;
/** Largest difference of a retrieval quality share that counts as equal. */
export const SHARE_TOLERANCE = 0.005;

/**
 * Compares the rounds of two runs. The result is a regression or an improvement if the ranges of the rounds
 * do not overlap and the medians differ by more than 10 %.
 */
export function decide(before: Repeated, after: Repeated, isHigherBetter: boolean): Outcome {
  if (before.rounds.length < MIN_ROUNDS || after.rounds.length < MIN_ROUNDS) return 'undecided';
  if (Math.abs(relativeChange(before.median, after.median)) <= MIN_CHANGE) return 'noise';
  if (after.min > before.max) return isHigherBetter ? 'improvement' : 'regression';
  if (after.max < before.min) return isHigherBetter ? 'regression' : 'improvement';
  return 'noise';
}

/**
 * Returns true if the interquartile ranges of two runs of a baseline do not overlap and their medians differ
 * by more than 10 %. A baseline has many rounds, so the full ranges almost always overlap.
 */
export function baselinesDiffer(before: Repeated, after: Repeated): boolean {
  if (before.rounds.length < MIN_ROUNDS || after.rounds.length < MIN_ROUNDS) return false;
  if (Math.abs(relativeChange(before.median, after.median)) <= MIN_CHANGE) return false;
  const [old, now] = [interquartileRange(before.rounds), interquartileRange(after.rounds)];
  return now.low > old.high || now.high < old.low;
}

function interquartileRange(rounds: readonly number[]): { low: number; high: number } {
  const sorted = Float64Array.from(rounds).sort();
  return { low: percentile(sorted, 25), high: percentile(sorted, 75) };
}

/** Largest p-value at which a difference in retrieval quality counts. */
export const MAX_P_VALUE = 0.05;

/**
 * Compares two retrieval quality shares. They are deterministic, so one round is sufficient.
 *
 * @param pValue probability of the difference if the runs were exchangeable. If undefined, every difference above the
 *   tolerance counts.
 */
export function decideShare(before: number, after: number, pValue?: number): Outcome {
  if (Math.abs(after - before) <= SHARE_TOLERANCE) return 'noise';
  if (pValue !== undefined && pValue > MAX_P_VALUE) return 'noise';
  return after < before ? 'regression' : 'improvement';
}

/** Change relative to the earlier value. Positive if the later value is higher. */
export function relativeChange(before: number, after: number): number {
  return (after - before) / before;
}
