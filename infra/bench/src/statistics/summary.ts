/** What a figure says about its samples, in the samples' unit. */
export interface Summary {
  count: number;
  mean: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** @returns the summary, or undefined without samples: a percentile of nothing is not a figure */
export function summarise(samples: Iterable<number>): Summary | undefined {
  const sorted = Float64Array.from(samples).sort();
  if (sorted.length === 0) return undefined;
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length,
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    p99: percentile(sorted, 99),
    max: sorted[sorted.length - 1]!,
  };
}

/** By nearest rank: always a sample that was seen. `sorted` ascends and is not empty. */
export function percentile(sorted: Float64Array, percent: number): number {
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)]!;
}
