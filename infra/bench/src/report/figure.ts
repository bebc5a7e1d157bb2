import type { Repeated } from '../statistics/repeated.ts';
import type { Summary } from '../statistics/summary.ts';

/** Target of a figure: either `atLeast` or `atMost`. */
export interface Target {
  /** `cpu` is the CPU milliseconds per operation of all components. */
  of: 'value' | 'p50' | 'p95' | 'cpu';
  atLeast?: number;
  atMost?: number;
}

/** CPU milliseconds per operation by component: a process or a thread. */
export type CpuPerOperation = Record<string, number>;

/** One row of the report: a single value or percentiles. */
export interface Figure {
  scenario: string;
  /** Unique within the scenario. */
  name: string;
  unit: 'ms' | '1/s' | 'MB' | 'share';
  /** Number of samples or operations. */
  count: number;
  value?: number;
  p50?: number;
  p95?: number;
  p99?: number;
  max?: number;
  /** Number of callers of a rate or latency. Selects the baseline with as many callers. Defaults to 1. */
  callers?: number;
  /** Mean of the rounds. Undefined if the processes cannot be measured. */
  cpu?: CpuPerOperation;
  /** Set when the rounds of a run are combined. Values and percentiles are then medians of the rounds. */
  repeated?: RepeatedFigure;
  targets?: Target[];
  /** Number of failed requests. Any failure makes the run fail. */
  failures?: number;
  note?: string;
}

/** The main value of a figure in several rounds, and its ratios to the baselines in the same rounds. */
export interface RepeatedFigure {
  /** `value`, or `p50` of a figure with percentiles. */
  main: Repeated;
  /** Main value divided by the rate or the p50 of the bare Express route. */
  toRoute?: Repeated;
  /** Main value divided by the rate or the p50 of the bare INSERT. */
  toInsert?: Repeated;
  /** CPU milliseconds per operation of all components. */
  cpu?: Repeated;
  /** CPU per operation divided by the CPU per request of the bare Express route. */
  cpuToRoute?: Repeated;
}

export type Verdict = 'met' | 'missed' | '';

/** Returns `value`, or `p50` of a figure with percentiles. */
export function mainValue(figure: Pick<Figure, 'value' | 'p50'>): number | undefined {
  return figure.value ?? figure.p50;
}

/** Returns the CPU milliseconds per operation of all components. */
export function totalCpuMs(cpu: CpuPerOperation): number {
  return Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
}

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
  return figure.targets.every((target) => reaches(valueOf(figure, target.of), target)) ? 'met' : 'missed';
}

function valueOf(figure: Figure, of: Target['of']): number | undefined {
  if (of !== 'cpu') return figure[of];
  return figure.cpu && totalCpuMs(figure.cpu);
}

function reaches(value: number | undefined, target: Target): boolean {
  if (value === undefined) return false;
  return value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity);
}
