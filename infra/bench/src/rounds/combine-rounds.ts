import type { BaselineSample } from '../baseline/baselines.ts';
import { mainValue, totalCpuMs } from '../report/figure.ts';
import type { CpuPerOperation, Figure, RepeatedFigure } from '../report/figure.ts';
import { median, repeated } from '../statistics/repeated.ts';

/** One round of a scenario, and the baselines measured directly before it. */
export interface Round {
  baseline: BaselineSample;
  figures: Figure[];
}

type Measured = { figure: Figure; baseline: BaselineSample };

/**
 * Combines figures of the same scenario and name into one with their medians, in order of first occurrence.
 */
export function combineRounds(rounds: readonly Round[]): Figure[] {
  const byName = new Map<string, Measured[]>();
  for (const { baseline, figures } of rounds) {
    for (const figure of figures) {
      const key = `${figure.scenario}\n${figure.name}`;
      byName.set(key, [...(byName.get(key) ?? []), { figure, baseline }]);
    }
  }
  return [...byName.values()].map(combine);
}

function combine(measured: readonly Measured[]): Figure {
  const figures = measured.map(({ figure }) => figure);
  const first = figures[0]!;
  const failed = figures.find((figure) => (figure.failures ?? 0) > 0);
  const middle = (of: 'value' | 'p50' | 'p95' | 'p99'): Partial<Figure> => {
    const values = defined(figures.map((figure) => figure[of]));
    return values.length === 0 ? {} : { [of]: median(values) };
  };
  const highest = defined(figures.map(({ max }) => max));
  const cpu = defined(figures.map((figure) => figure.cpu));
  const note = (failed ?? figures.at(-1)!).note;
  const combined: Figure = {
    scenario: first.scenario,
    name: first.name,
    unit: first.unit,
    count: sum(figures.map(({ count }) => count)),
    ...middle('value'),
    ...middle('p50'),
    ...middle('p95'),
    ...middle('p99'),
    ...(highest.length === 0 ? {} : { max: Math.max(...highest) }),
    ...(first.callers === undefined ? {} : { callers: first.callers }),
    ...(cpu.length === 0 ? {} : { cpu: meanCpu(cpu) }),
    ...(first.targets === undefined ? {} : { targets: first.targets }),
    ...(failed === undefined ? {} : { failures: sum(figures.map(({ failures }) => failures ?? 0)) }),
    ...(note === undefined ? {} : { note }),
  };
  const repetition = repeatFigure(measured);
  return repetition === undefined ? combined : { ...combined, repeated: repetition };
}

function repeatFigure(measured: readonly Measured[]): RepeatedFigure | undefined {
  const over = (value: (each: Measured) => number | undefined) =>
    repeated(defined(measured.map(value)).filter(Number.isFinite));
  const main = over(({ figure }) => mainValue(figure));
  if (main === undefined) return undefined;
  const toRoute = over(({ figure, baseline }) => ratio(figure, baseline.route));
  const toInsert = over(({ figure, baseline }) => ratio(figure, baseline.insert));
  const cpu = over(({ figure }) => figure.cpu && totalCpuMs(figure.cpu));
  const cpuToRoute = over(({ figure, baseline }) => {
    const { cpuMs } = referenceFor(figure, baseline.route);
    return figure.cpu && cpuMs ? totalCpuMs(figure.cpu) / cpuMs : undefined;
  });
  return {
    main,
    ...(toRoute && { toRoute }),
    ...(toInsert && { toInsert }),
    ...(cpu && { cpu }),
    ...(cpuToRoute && { cpuToRoute }),
  };
}

/** Returns the ratio to a baseline. Returns undefined for memory and shares, which do not depend on speed. */
function ratio(figure: Figure, references: BaselineSample['route']): number | undefined {
  const value = mainValue(figure);
  if (value === undefined) return undefined;
  const { perSecond, p50Ms } = referenceFor(figure, references);
  if (figure.unit === '1/s') return value / perSecond;
  return figure.unit === 'ms' ? value / p50Ms : undefined;
}

function referenceFor(figure: Figure, references: BaselineSample['route']) {
  return (figure.callers ?? 1) > 1 ? references.manyCallers : references.oneCaller;
}

/**
 * Returns the mean of each component. A median would be 0 for a component that uses less CPU time in most
 * rounds than the resolution of /proc.
 */
function meanCpu(rounds: readonly CpuPerOperation[]): CpuPerOperation {
  const components = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries(
    [...components]
      .map((component): [string, number] => [
        component,
        sum(rounds.map((round) => round[component] ?? 0)) / rounds.length,
      ])
      .sort((a, b) => b[1] - a[1]),
  );
}

function defined<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
