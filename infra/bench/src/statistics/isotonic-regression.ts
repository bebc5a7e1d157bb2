/** A value, its label 0 or 1, and its weight. */
export interface LabeledValue {
  value: number;
  label: number;
  weight: number;
}

/** Points of a non-decreasing function, which is linear between them and constant after the last one. */
export type Knots = readonly (readonly [value: number, share: number])[];

/**
 * Fits the share of the label 1 as a non-decreasing function of the value, by isotonic regression over bins. The first knot is
 * [0, 0].
 *
 * @param samples samples with values from 0 to 1
 * @param bounds increasing lower bounds of the bins, from 0
 * @see Zadrozny, Elkan 2002, "Transforming classifier scores into accurate multiclass probability estimates"
 */
export function fitIsotonic(samples: readonly LabeledValue[], bounds: readonly number[]): Knots {
  const pooled: Bin[] = [];
  for (const bin of toBins(samples, bounds)) {
    pooled.push(bin);
    // Bins are pooled until their shares increase.
    for (let last = pooled.length - 1; last > 0; last--) {
      const [before, after] = [pooled[last - 1]!, pooled[last]!];
      if (before.labels / before.weight < after.labels / after.weight) break;
      pooled.splice(last - 1, 2, add(before, after));
    }
  }
  return [[0, 0], ...pooled.map(({ values, labels, weight }) => [values / weight, labels / weight] as const)];
}

/** Returns the share at a value of at least 0. */
export function interpolate(knots: Knots, value: number): number {
  const next = knots.findIndex(([x]) => x > value);
  if (next === -1) return knots.at(-1)![1];
  const [[x0, y0], [x1, y1]] = [knots[next - 1]!, knots[next]!];
  return y0 + ((y1 - y0) * (value - x0)) / (x1 - x0);
}

/** Weighted sums of the values and labels of a bin. */
interface Bin {
  values: number;
  labels: number;
  weight: number;
}

const add = (a: Bin, b: Bin): Bin => ({
  values: a.values + b.values,
  labels: a.labels + b.labels,
  weight: a.weight + b.weight,
});

function toBins(samples: readonly LabeledValue[], bounds: readonly number[]): Bin[] {
  const bins = bounds.map((): Bin => ({ values: 0, labels: 0, weight: 0 }));
  for (const { value, label, weight } of samples) {
    const index = bounds.findLastIndex((bound) => value >= bound);
    bins[index] = add(bins[index]!, { values: weight * value, labels: weight * label, weight });
  }
  return bins.filter(({ values }) => values > 0);
}
