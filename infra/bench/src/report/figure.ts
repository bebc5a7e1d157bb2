import type { Summary } from '../statistics/summary.ts';

/** Target of a figure: either `atLeast` or `atMost`. */
export interface Target {
  of: 'value' | 'p50' | 'p95';
  atLeast?: number;
  atMost?: number;
}

/** One row of the report: a single value or percentiles. */
export interface Figure {
  scenario: string;
  name: string;
  unit: 'ms' | '1/s' | 'MB' | 'share';
  /** Number of samples or operations. */
  count: number;
  value?: number;
  p50?: number;
  p95?: number;
  p99?: number;
  max?: number;
  targets?: Target[];
  /** Number of failed requests. Any failure makes the run fail. */
  failures?: number;
  note?: string;
}

export type Verdict = 'met' | 'missed' | '';

/** Converts a summary to the percentile fields of a figure. */
export function percentilesOf(samples: Summary | undefined): Partial<Figure> & { count: number } {
  if (samples === undefined) return { count: 0 };
  const { count, p50, p95, p99, max } = samples;
  return { count, p50, p95, p99, max };
}

/**
 * Compares a figure with its targets. Returns '' without targets. A figure without a value misses its
 * targets.
 */
export function verdict(figure: Figure): Verdict {
  if (!figure.targets?.length) return '';
  return figure.targets.every((target) => reaches(figure[target.of], target)) ? 'met' : 'missed';
}

function reaches(value: number | undefined, target: Target): boolean {
  if (value === undefined) return false;
  return value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity);
}
