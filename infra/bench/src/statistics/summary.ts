/** Summary statistics in the unit of the samples. */
export interface Summary {
  count: number;
  mean: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Summarizes samples. Returns undefined without samples. */
export function summarize(samples: Iterable<number>): Summary | undefined {
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

/** Returns the nearest-rank percentile. @param sorted samples in ascending order, at least one */
export function percentile(sorted: Float64Array, percent: number): number {
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)]!;
}
