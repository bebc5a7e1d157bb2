import type { Summary } from '../statistics/summary.ts';

/** What the project has set out to reach; one of `atLeast` and `atMost`. */
export interface Target {
  of: 'value' | 'p50' | 'p95';
  atLeast?: number;
  atMost?: number;
}

/** One line of the report: a single value, or the percentiles of samples. */
export interface Figure {
  scenario: string;
  name: string;
  unit: 'ms' | '1/s' | 'MB' | 'share';
  /** From how many samples, or operations, it was taken. */
  count: number;
  value?: number;
  p50?: number;
  p95?: number;
  p99?: number;
  max?: number;
  targets?: Target[];
  /** Requests that did not succeed while it was taken; any makes the run fail. */
  failures?: number;
  note?: string;
}

export type Verdict = 'met' | 'missed' | '';

/** The percentiles of `samples` as the part of a figure that holds them. */
export function percentilesOf(samples: Summary | undefined): Partial<Figure> & { count: number } {
  if (samples === undefined) return { count: 0 };
  const { count, p50, p95, p99, max } = samples;
  return { count, p50, p95, p99, max };
}

/** Missed also when a figure with targets has no number to hold against them. */
export function verdict(figure: Figure): Verdict {
  if (!figure.targets?.length) return '';
  return figure.targets.every((target) => reaches(figure[target.of], target)) ? 'met' : 'missed';
}

function reaches(value: number | undefined, target: Target): boolean {
  if (value === undefined) return false;
  return value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity);
}
