import { createRandom } from '../texts/random.ts';
import { percentile } from './summary.ts';

const RESAMPLES = 2_000;
const PERMUTATIONS = 10_000;
const SEED = 1;

/** Bounds of a confidence interval. */
export type Interval = [low: number, high: number];

/**
 * Returns the 95 % confidence interval of the mean by the percentile bootstrap. The same values result in the same
 * interval.
 *
 * @param values one value per question, at least one
 * @see Efron and Tibshirani 1993, "An Introduction to the Bootstrap", chapter 13
 */
export const bootstrapInterval = (values: readonly number[]): Interval =>
  bootstrapRatioInterval(values.map((value) => [value, 1]));

/**
 * Returns the 95 % confidence interval of a ratio of sums by the percentile bootstrap over the pairs.
 *
 * @param pairs numerator and denominator per question, at least one pair, with positive denominators
 */
export function bootstrapRatioInterval(pairs: readonly (readonly [number, number])[]): Interval {
  const random = createRandom(SEED);
  const ratios = new Float64Array(RESAMPLES);
  for (let i = 0; i < RESAMPLES; i++) {
    let [numerator, denominator] = [0, 0];
    for (let j = 0; j < pairs.length; j++) {
      const [above, below] = pairs[Math.floor(random() * pairs.length)]!;
      numerator += above;
      denominator += below;
    }
    ratios[i] = numerator / denominator;
  }
  ratios.sort();
  return [percentile(ratios, 2.5), percentile(ratios, 97.5)];
}

/**
 * Returns the two-sided p-value of a paired randomization test: the probability of a mean difference at least this large
 * if the two runs were exchangeable. The same values result in the same p-value.
 *
 * @param before one value per question, at least one
 * @param after values of the same questions in the same order
 * @see Smucker, Allan, Carterette 2007, "A Comparison of Statistical Significance Tests for Information Retrieval Evaluation"
 */
export function pairedRandomizationTest(before: readonly number[], after: readonly number[]): number {
  // Questions without a difference do not change the sum.
  const differences = before.map((value, i) => after[i]! - value).filter((difference) => difference !== 0);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  const random = createRandom(SEED);
  let extreme = 0;
  for (let i = 0; i < PERMUTATIONS; i++) {
    let sum = 0;
    for (const difference of differences) sum += random() < 0.5 ? difference : -difference;
    // The tolerance covers the rounding of sums in a different order.
    if (Math.abs(sum) >= observed - 1e-9) extreme++;
  }
  return (extreme + 1) / (PERMUTATIONS + 1);
}
