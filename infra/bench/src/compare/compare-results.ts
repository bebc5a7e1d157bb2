import { BASELINE } from '../baseline/baselines.ts';
import { mainValue } from '../report/figure.ts';
import type { Figure, RepeatedFigure } from '../report/figure.ts';
import type { Report } from '../report/report.ts';
import type { Repeated } from '../statistics/repeated.ts';
import { bootstrapInterval, pairedRandomizationTest } from '../statistics/resample.ts';
import type { Interval } from '../statistics/resample.ts';
import { baselinesDiffer, decide, decideShare, relativeChange } from './decide.ts';
import type { Outcome } from './decide.ts';

/** One compared quantity of a figure. */
export interface ComparedFigure {
  scenario: string;
  name: string;
  /** `main` is the value or the p50 of the figure, `cpu` its CPU time per operation. */
  quantity: 'main' | 'cpu';
  /** Whether the quantity itself or its ratio to the bare route of the same run is compared. */
  by: 'value' | 'ratio';
  before: number;
  after: number;
  /** Difference between `after` and `before`, divided by `before`. */
  change: number;
  outcome: Outcome | 'failed';
  /** P-value of a paired test over the questions of a retrieval quality. */
  pValue?: number;
  /** 95 % confidence interval of the mean difference of these questions. */
  interval?: Interval;
}

export interface Comparison {
  /** Whether speeds are compared by their values or by their ratios to the bare route. */
  by: 'value' | 'ratio';
  /** Reason why `by` has this value. */
  reason: string;
  figures: ComparedFigure[];
  /** Names of figures that only the earlier result contains. */
  onlyBefore: string[];
  /** Names of figures that only the later result contains. */
  onlyAfter: string[];
}

/**
 * Compares two results of the same benchmark.
 *
 * @throws Error if the benchmarks, their --scale or their --data differ, or if there is no common figure
 */
export function compareResults(before: Report, after: Report): Comparison {
  if (before.benchmark !== after.benchmark) {
    throw new Error(
      `The results are of different benchmarks: ${before.benchmark} and ${after.benchmark}. ` +
        'Compare results of the same benchmark.',
    );
  }
  for (const option of ['scale', 'data'] as const) {
    if (before.options[option] !== after.options[option]) {
      throw new Error(
        `The results have different values of --${option}: ` +
          `${String(before.options[option])} and ${String(after.options[option])}. ` +
          'Compare results with the same value.',
      );
    }
  }
  const [earlier, later] = [byName(before), byName(after)];
  const basis = chooseBasis(before, after, earlier, later);
  const common = [...later].filter(([key]) => earlier.has(key));
  if (common.length === 0)
    throw new Error('The results have no common figure. Compare results of the same scenarios.');
  return {
    ...basis,
    figures: common.flatMap(([key, figure]) =>
      figure.scenario === BASELINE ? [] : compareFigure(earlier.get(key)!, figure, basis.by),
    ),
    onlyBefore: [...earlier.keys()].filter((key) => !later.has(key)),
    onlyAfter: [...later.keys()].filter((key) => !earlier.has(key)),
  };
}

/** Returns true if a figure regressed or its requests failed. */
export function hasRegressions({ figures }: Comparison): boolean {
  return figures.some(({ outcome }) => outcome === 'regression' || outcome === 'failed');
}

/** Compares the questions of two retrieval qualities in pairs. Undefined if their questions differ. */
function comparePairs(
  { samples: before }: Figure,
  { samples: after }: Figure,
): Required<Pick<ComparedFigure, 'pValue' | 'interval'>> | undefined {
  if (before === undefined || after === undefined || before.of !== after.of) return undefined;
  return {
    pValue: pairedRandomizationTest(before.values, after.values),
    interval: bootstrapInterval(after.values.map((value, i) => value - before.values[i]!)),
  };
}

function byName({ figures }: Report): Map<string, Figure> {
  return new Map(figures.map((figure) => [`${figure.scenario}: ${figure.name}`, figure]));
}

function chooseBasis(
  { hardware: a }: Report,
  { hardware: b }: Report,
  earlier: ReadonlyMap<string, Figure>,
  later: ReadonlyMap<string, Figure>,
): Pick<Comparison, 'by' | 'reason'> {
  const differing = (['cpuModel', 'cores', 'memoryBytes', 'fileSystem'] as const).filter(
    (field) => a[field] !== b[field],
  );
  if (differing.length > 0) return { by: 'ratio', reason: `different machines (${differing.join(', ')})` };
  for (const [key, figure] of later) {
    const [old, now] = [earlier.get(key)?.repeated?.main, figure.repeated?.main];
    if (figure.scenario !== BASELINE || old === undefined || now === undefined) continue;
    if (baselinesDiffer(old, now)) {
      const isFaster = figure.unit === '1/s' ? now.median > old.median : now.median < old.median;
      const slower = isFaster ? 'first' : 'second';
      return { by: 'ratio', reason: `the same machine, but the ${slower} run was slower (${key})` };
    }
  }
  return { by: 'value', reason: 'the same machine' };
}

function compareFigure(before: Figure, after: Figure, by: Comparison['by']): ComparedFigure[] {
  const { scenario, name, unit } = after;
  const compared = (
    quantity: ComparedFigure['quantity'],
    basis: Comparison['by'],
    [old, now]: [number, number],
    outcome: ComparedFigure['outcome'],
  ): ComparedFigure => ({
    scenario,
    name,
    quantity,
    by: basis,
    before: old,
    after: now,
    change: relativeChange(old, now),
    outcome,
  });
  const values: [number, number] = [mainValue(before) ?? Number.NaN, mainValue(after) ?? Number.NaN];
  if ((after.failures ?? 0) > 0) return [compared('main', 'value', values, 'failed')];
  if (unit === 'share') {
    const pairs = comparePairs(before, after);
    return [{ ...compared('main', 'value', values, decideShare(...values, pairs?.pValue)), ...pairs }];
  }

  const decided = (
    quantity: ComparedFigure['quantity'],
    basis: Comparison['by'],
    isHigherBetter: boolean,
    select: (figure: RepeatedFigure) => Repeated | undefined,
  ): ComparedFigure[] => {
    const old = before.repeated && select(before.repeated);
    const now = after.repeated && select(after.repeated);
    if (old === undefined || now === undefined) return [];
    return [compared(quantity, basis, [old.median, now.median], decide(old, now, isHigherBetter))];
  };
  // Memory does not depend on the speed of the machine.
  const mainBy = unit === 'MB' ? 'value' : by;
  const main = decided('main', mainBy, unit === '1/s', ({ main: own, toRoute }) =>
    mainBy === 'value' ? own : toRoute,
  );
  return [
    ...(main.length > 0 ? main : [compared('main', 'value', values, 'undecided')]),
    ...decided('cpu', by, false, ({ cpu, cpuToRoute }) => (by === 'value' ? cpu : cpuToRoute)),
  ];
}
