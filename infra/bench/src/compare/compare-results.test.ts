import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { BaselineSample } from '../baseline/baselines.ts';
import { baselineFigures } from '../baseline/baselines.ts';
import type { Figure } from '../report/figure.ts';
import type { Report } from '../report/report.ts';
import { combineRounds } from '../rounds/combine-rounds.ts';
import { createRandom } from '../texts/random.ts';
import { compareResults, hasRegressions } from './compare-results.ts';
import type { ComparedFigure } from './compare-results.ts';
import { formatComparison } from './format-comparison.ts';
import { runCompare } from './run-compare.ts';

interface Run {
  /** Speed of the machine relative to the reference machine. */
  machineSpeed?: number;
  /** Factor by which the latency of searches differs from the reference. */
  searchCost?: number;
  /** Factor by which the CPU time of searches differs from the reference. */
  cpuCost?: number;
  seed: number;
  rounds?: number;
  hardware?: Partial<Report['hardware']>;
  options?: Report['options'];
}

/** Maximum noise relative to the value, in each direction. The noise is uniformly distributed. */
const NOISE = 0.08;
/** Number of additional scenarios, for which a result contains baselines but no figures. */
const OTHER_SCENARIOS = 10;

/** Generates the result of a run with noise in each round. */
function result(run: Run): Report {
  const { machineSpeed = 1, searchCost = 1, cpuCost = 1, seed, rounds = 5 } = run;
  const random = createRandom(seed);
  const noisy = (value: number) => value * (1 + NOISE * (2 * random() - 1));
  const baselineOf = (): BaselineSample => {
    const reference = (perSecond: number) => ({
      count: 100,
      perSecond: noisy(perSecond * machineSpeed),
      p50Ms: noisy(1_000 / perSecond / machineSpeed),
      cpuMs: noisy(0.3 / machineSpeed),
    });
    return {
      route: { oneCaller: reference(1_500), manyCallers: reference(4_000) },
      insert: { oneCaller: reference(1_000), manyCallers: reference(3_000) },
    };
  };
  const figuresOf = (): Figure[] => [
    {
      scenario: 'search-6k',
      name: 'hybrid search',
      unit: 'ms',
      count: 300,
      p50: noisy((2 * searchCost) / machineSpeed),
      cpu: { 'main thread': noisy((1.5 * cpuCost) / machineSpeed) },
    },
    {
      scenario: 'stores',
      name: '16 callers',
      unit: '1/s',
      count: 300,
      value: noisy(1_600 * machineSpeed),
      callers: 16,
    },
    { scenario: 'restart', name: 'PSS', unit: 'MB', count: 14, value: noisy(400) },
  ];
  const measured = Array.from({ length: rounds }, () => ({ baseline: baselineOf(), figures: figuresOf() }));
  const samples = Array.from({ length: rounds * OTHER_SCENARIOS }, baselineOf);
  return {
    benchmark: 'speed',
    startedAt: '2030-01-01T00:00:00.000Z',
    commit: '1234567',
    hardware: {
      cpuModel: 'model A',
      cores: 2,
      memoryBytes: 1,
      kernel: 'Linux 6',
      nodeVersion: 'v24',
      fileSystem: 'ext4',
      ...run.hardware,
    },
    options: run.options ?? { scale: 1 },
    figures: [
      ...combineRounds(samples.map((baseline) => ({ baseline, figures: baselineFigures(baseline) }))),
      ...combineRounds(measured),
    ],
  };
}

const outcomes = (figures: readonly ComparedFigure[], outcome: string) =>
  figures
    .filter((figure) => figure.outcome === outcome)
    .map(({ scenario, quantity }) => `${scenario} ${quantity}`);
const other = { cpuModel: 'model B', cores: 16 };

describe('compareResults', () => {
  test('reports no regression for two runs of the same code', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const comparison = compareResults(result({ seed }), result({ seed: seed + 1_000 }));
      expect([seed, outcomes(comparison.figures, 'regression')]).toEqual([seed, []]);
    }
  });

  test('reports a seeded regression of the latency', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const comparison = compareResults(result({ seed }), result({ seed: seed + 1_000, searchCost: 1.3 }));
      expect([seed, outcomes(comparison.figures, 'regression')]).toEqual([seed, ['search-6k main']]);
      expect(hasRegressions(comparison)).toBe(true);
    }
  });

  test('reports a seeded regression of the CPU time even if the latency is unchanged', () => {
    const { figures } = compareResults(result({ seed: 1 }), result({ seed: 2, cpuCost: 1.3 }));
    expect(outcomes(figures, 'regression')).toEqual(['search-6k cpu']);
  });

  test('reports only a decrease of a rate as a regression', () => {
    const slow = result({ seed: 1 });
    const fast = structuredClone(slow);
    const stores = fast.figures.find(({ scenario }) => scenario === 'stores')!;
    stores.repeated!.main = { median: 3_000, min: 2_900, max: 3_100, rounds: [2_900, 3_000, 3_100] };
    expect(outcomes(compareResults(slow, fast).figures, 'improvement')).toEqual(['stores main']);
    expect(outcomes(compareResults(fast, slow).figures, 'regression')).toEqual(['stores main']);
  });

  test('compares results of different machines by their ratios to the bare route', () => {
    const before = result({ seed: 1 });
    const same = compareResults(before, result({ seed: 2, machineSpeed: 0.4, hardware: other }));
    expect(same).toMatchObject({ by: 'ratio', reason: 'different machines (cpuModel, cores)' });
    expect(hasRegressions(same)).toBe(false);
    const worse = result({ seed: 2, machineSpeed: 2, searchCost: 1.6, hardware: other });
    expect(outcomes(compareResults(before, worse).figures, 'regression')).toEqual(['search-6k main']);
  });

  test('compares results of one machine by ratios if other load slowed the baselines of one run', () => {
    const comparison = compareResults(result({ seed: 1 }), result({ seed: 2, machineSpeed: 0.5 }));
    expect(comparison.by).toBe('ratio');
    expect(comparison.reason).toContain('the second run was slower');
    expect(hasRegressions(comparison)).toBe(false);
  });

  test('detects slower baselines even if the ranges overlap because of outliers', () => {
    const [before, after] = [result({ seed: 1 }), result({ seed: 2, machineSpeed: 0.5 })];
    for (const report of [before, after]) {
      for (const { scenario, repeated: { main } = {} } of report.figures) {
        if (scenario !== 'baseline' || main === undefined) continue;
        main.rounds.push(1e-6, 1e6);
        Object.assign(main, { min: 1e-6, max: 1e6 });
      }
    }
    expect(compareResults(before, after).by).toBe('ratio');
  });

  test('reports figures with fewer than three rounds as undecided', () => {
    const { figures } = compareResults(
      result({ seed: 1, rounds: 2 }),
      result({ seed: 2, rounds: 2, searchCost: 9, cpuCost: 9 }),
    );
    expect(new Set(figures.map(({ outcome }) => outcome))).toEqual(new Set(['undecided']));
  });

  test('reports a figure with failed requests as failed', () => {
    const after = result({ seed: 2 });
    after.figures.at(-1)!.failures = 1;
    const comparison = compareResults(result({ seed: 1 }), after);
    expect(outcomes(comparison.figures, 'failed')).toEqual(['restart main']);
    expect(hasRegressions(comparison)).toBe(true);
  });

  test('ignores a difference in retrieval quality of up to .005', () => {
    const quality = (value: number): Report => ({
      ...result({ seed: 1 }),
      benchmark: 'quality',
      figures: [{ scenario: 'locomo', name: 'recall@10', unit: 'share', count: 495, value }],
    });
    expect(hasRegressions(compareResults(quality(0.756), quality(0.752)))).toBe(false);
    expect(hasRegressions(compareResults(quality(0.756), quality(0.75)))).toBe(true);
  });

  test('reports a difference in retrieval quality only if it is significant, if both runs have the same questions', () => {
    const quality = (values: number[], of = 'questions'): Report => ({
      ...result({ seed: 1 }),
      benchmark: 'quality',
      figures: [
        {
          scenario: 'locomo',
          name: 'recall@10',
          unit: 'share',
          count: values.length,
          value: values.reduce((sum, value) => sum + value, 0) / values.length,
          samples: { of, values },
        },
      ],
    });
    const before = Array.from({ length: 100 }, (_, i) => i % 2);
    const fewWorse = before.map((value, i) => (i < 4 ? 0 : value));
    const manyWorse = before.map((value, i) => (i < 20 ? 0 : value));
    const compared = (after: Report) => compareResults(quality(before), after).figures[0]!;
    expect(compared(quality(fewWorse))).toMatchObject({ outcome: 'noise' });
    expect(compared(quality(fewWorse)).pValue).toBeCloseTo(0.5, 1);
    expect(compared(quality(manyWorse))).toMatchObject({ outcome: 'regression' });
    // 10 of 100 questions decrease by 1, so the standard error of the difference is the square root of .1 * .9 / 100.
    const { before: old, after: now, interval } = compared(quality(manyWorse));
    expect(now - old).toBeCloseTo(-0.1, 6);
    expect(interval![0]).toBeCloseTo(-0.1 - 1.96 * 0.03, 1);
    expect(interval![1]).toBeCloseTo(-0.1 + 1.96 * 0.03, 1);
    // The runs of different questions cannot be paired.
    expect(compared(quality(fewWorse, 'others'))).toMatchObject({ outcome: 'regression' });
    expect(compared(quality(fewWorse, 'others')).interval).toBeUndefined();
    expect(formatComparison(compareResults(quality(before), quality(manyWorse)))).toMatch(
      / -0\.100 \[-0\.1[56]\d, -0\.0[45]\d\] +0\.00\d\d {2}regression/,
    );
  });

  test('names figures that only one result contains', () => {
    const after = result({ seed: 2 });
    after.figures.at(-1)!.name = 'RSS';
    expect(compareResults(result({ seed: 1 }), after)).toMatchObject({
      onlyBefore: ['restart: PSS'],
      onlyAfter: ['restart: RSS'],
    });
  });

  test('rejects results with different benchmarks or scales, or without a common figure', () => {
    const before = result({ seed: 1 });
    expect(() => compareResults(before, { ...before, benchmark: 'quality' })).toThrow('different benchmarks');
    expect(() => compareResults(before, result({ seed: 1, options: { scale: 0.1 } }))).toThrow('--scale');
    expect(() => compareResults(before, { ...before, figures: [] })).toThrow('no common figure');
  });
});

describe('runCompare', () => {
  test('lists the regressions of two result files first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-compare-'));
    try {
      const file = async (name: string, report: unknown) => {
        await writeFile(join(folder, name), JSON.stringify(report));
        return join(folder, name);
      };
      const before = await file('before.json', result({ seed: 1 }));
      const after = await file('after.json', result({ seed: 2, searchCost: 1.5 }));
      const { text, hasRegressions: regressed } = await runCompare(before, after);
      expect(regressed).toBe(true);
      const lines = text.split('\n');
      expect(lines[0]).toBe('Speeds are compared by value: the same machine.');
      expect(lines[6]).toMatch(/^search-6k +hybrid search +main value .*\+\d+\.\d % +regression$/);
      expect(await runCompare(before, before)).toMatchObject({ hasRegressions: false });
      await expect(runCompare(before, join(folder, 'none.json'))).rejects.toThrow('does not exist');
      await expect(runCompare(await file('other.json', { a: 1 }), after)).rejects.toThrow('is not a result');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
