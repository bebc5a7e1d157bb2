import type { Repeated } from '../statistics/repeated.ts';
import type { Summary } from '../statistics/summary.ts';

/** Target of a figure. Either `atLeast` or `atMost` is set. */
export interface Target {
  /**
   * Quantity that the target limits. `cpu` stands for the CPU milliseconds per operation of all components
   * together, and `route` for the ratio to the bare Express route.
   */
  of: 'value' | 'p50' | 'p95' | 'cpu' | 'route';
  atLeast?: number;
  atMost?: number;
}

/** CPU milliseconds per operation by component. A component is a group of processes or threads. */
export type CpuPerOperation = Record<string, number>;

/** One row of the report. It has a single value or percentiles. */
export interface Figure {
  scenario: string;
  /** Name of the figure, unique within the scenario. */
  name: string;
  unit: 'ms' | '1/s' | 'MB' | 'share';
  /** Number of samples or operations. */
  count: number;
  value?: number;
  p50?: number;
  p95?: number;
  p99?: number;
  max?: number;
  /** Number of callers. With more than 1, ratios use the baseline with 16 callers. Defaults to 1. */
  callers?: number;
  /** Mean CPU time of the rounds. Undefined if the CPU time of the processes cannot be measured. */
  cpu?: CpuPerOperation;
  /**
   * Results of the individual rounds. Set after the rounds of a run are combined. Values and percentiles are
   * then medians of the rounds.
   */
  repeated?: RepeatedFigure;
  /** 95 % confidence interval of the value of a retrieval quality. */
  interval?: [low: number, high: number];
  /** Values of the questions whose mean is the value of a retrieval quality. */
  samples?: Samples;
  targets?: Target[];
  /** Number of failed requests. Any failure makes the run fail. */
  failures?: number;
  note?: string;
}

/** Values of single questions. */
export interface Samples {
  /** Hash of the names of the questions. Samples with the same hash have the same questions in the same order. */
  of: string;
  values: number[];
}

/** Main value and CPU time of a figure in several rounds, and their ratios to the baselines of each round. */
export interface RepeatedFigure {
  /** The field `value`, or `p50` if the figure has percentiles. */
  main: Repeated;
  /** Main value divided by the rate or the p50 of the bare Express route. */
  toRoute?: Repeated;
  /** Main value divided by the rate or the p50 of the bare INSERT. */
  toInsert?: Repeated;
  /** CPU milliseconds per operation of all components together. */
  cpu?: Repeated;
  /** CPU time per operation divided by the CPU time per request of the bare Express route. */
  cpuToRoute?: Repeated;
}

export type Verdict = 'met' | 'missed' | '';

/** Returns `value`, or `p50` if the figure has percentiles. */
export function mainValue(figure: Pick<Figure, 'value' | 'p50'>): number | undefined {
  return figure.value ?? figure.p50;
}

/** Returns the CPU milliseconds per operation of all components together. */
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
  if (of === 'cpu') return figure.cpu && totalCpuMs(figure.cpu);
  return of === 'route' ? figure.repeated?.toRoute?.median : figure[of];
}

function reaches(value: number | undefined, target: Target): boolean {
  if (value === undefined) return false;
  return value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity);
}
