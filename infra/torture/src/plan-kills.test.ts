import { expect, test } from '@jest/globals';
import { KILL_PHASES, planKills } from './plan-kills.ts';

const plan = (seed: number) => planKills(seed, { minMs: 5_000, maxMs: 20_000 }).take(100).toArray();

test('two runs with one seed plan the same kills', () => {
  expect(plan(3)).toEqual(plan(3));
  expect(plan(3)).not.toEqual(plan(4));
});

test('planned kills have intervals of 5 to 20 seconds and all phases', () => {
  const kills = plan(1);
  for (const { afterMs } of kills) {
    expect(afterMs).toBeGreaterThanOrEqual(5_000);
    expect(afterMs).toBeLessThanOrEqual(20_000);
  }
  expect(new Set(kills.map(({ phase }) => phase))).toEqual(new Set(KILL_PHASES));
});
