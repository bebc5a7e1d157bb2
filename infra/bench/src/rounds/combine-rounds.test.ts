import { describe, expect, test } from '@jest/globals';
import type { BaselineSample } from '../baseline/baselines.ts';
import type { Figure } from '../report/figure.ts';
import { combineRounds } from './combine-rounds.ts';

function sample(perSecond: number, cpuMs?: number): BaselineSample {
  const reference = {
    count: 1,
    perSecond,
    p50Ms: 1_000 / perSecond,
    ...(cpuMs === undefined ? {} : { cpuMs }),
  };
  const faster = { ...reference, perSecond: perSecond * 4 };
  return {
    route: { oneCaller: reference, manyCallers: faster },
    insert: { oneCaller: { ...reference, perSecond: perSecond * 2 }, manyCallers: faster },
  };
}

const rate = (value: number, more: Partial<Figure> = {}): Figure => ({
  scenario: 'stores',
  name: '1 caller',
  unit: '1/s',
  count: 10,
  value,
  ...more,
});
const combine = (figures: Figure[], baseline = sample(1_000)) =>
  combineRounds(figures.map((figure) => ({ baseline, figures: [figure] })))[0]!;

describe('combineRounds', () => {
  test('reports medians, the highest maximum and the sum of the counts', () => {
    const latency = (p50: number, p95: number, max: number): Figure => ({
      scenario: 'stores',
      name: 'latency',
      unit: 'ms',
      count: 10,
      p50,
      p95,
      max,
    });
    expect(combine([latency(1, 5, 9), latency(3, 4, 8), latency(2, 6, 7)])).toMatchObject({
      count: 30,
      p50: 2,
      p95: 5,
      max: 9,
      repeated: { main: { rounds: [1, 3, 2], median: 2 } },
    });
  });

  test('divides each round by the baseline of the same round', () => {
    const [figure] = combineRounds([
      { baseline: sample(1_000), figures: [rate(500)] },
      { baseline: sample(500), figures: [rate(250)] },
    ]);
    expect(figure!.repeated!.toRoute!.rounds).toEqual([0.5, 0.5]);
    expect(figure!.repeated!.toInsert!.rounds).toEqual([0.25, 0.25]);
  });

  test('divides a rate with 16 callers by the baseline with 16 callers', () => {
    expect(combine([rate(500, { callers: 16 })]).repeated!.toRoute!.rounds).toEqual([0.125]);
  });

  test('divides a latency by the p50 of the baseline', () => {
    const latency: Figure = { scenario: 'a', name: 'b', unit: 'ms', count: 1, p50: 5 };
    expect(combine([latency]).repeated!.toRoute!.rounds).toEqual([5]);
  });

  test('reports no ratio for memory and shares', () => {
    for (const unit of ['MB', 'share'] as const) {
      expect(combine([rate(5, { unit })]).repeated).toEqual({
        main: { median: 5, min: 5, max: 5, rounds: [5] },
      });
    }
  });

  test('reports the mean CPU time of each component and the ratio of their total to the bare route', () => {
    const cpu = [
      { main: 2, PostgreSQL: 1 },
      { main: 4, PostgreSQL: 1 },
      { main: 3, worker: 1.5 },
    ];
    const figure = combine(
      cpu.map((each) => rate(500, { cpu: each })),
      sample(1_000, 0.5),
    );
    expect(figure.cpu).toEqual({ main: 3, PostgreSQL: 2 / 3, worker: 0.5 });
    expect(figure.repeated!.cpu!.rounds).toEqual([3, 5, 4.5]);
    expect(figure.repeated!.cpuToRoute!.rounds).toEqual([6, 10, 9]);
  });

  test('keeps failures and the note of the round that failed', () => {
    expect(combine([rate(1, { failures: 2, note: '503' }), rate(1, { note: 'fine' })])).toMatchObject({
      failures: 2,
      note: '503',
    });
  });

  test('appends figures that only a later round contains to the figures of the first round', () => {
    const named = (name: string) => rate(1, { name });
    const combined = combineRounds([
      { baseline: sample(1), figures: [named('a'), named('b')] },
      { baseline: sample(1), figures: [named('b'), named('c')] },
    ]);
    expect(combined.map(({ name, count }) => [name, count])).toEqual([
      ['a', 10],
      ['b', 20],
      ['c', 10],
    ]);
  });
});
