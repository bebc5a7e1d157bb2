import { describe, expect, test } from '@jest/globals';
import { CUTS } from './fault.ts';
import { CHOICES, planFaults } from './plan-faults.ts';

describe('planFaults', () => {
  test('is a function of the seed', () => {
    expect(planFaults(7)).toEqual(planFaults(7));
    expect(planFaults(7)).not.toEqual(planFaults(7 + CHOICES.length));
  });

  test('hits everything in every way within as many rounds as there are choices, on different targets', () => {
    const hit = new Set<string>();
    for (let seed = 1; seed <= CHOICES.length; seed++) {
      const faults = planFaults(seed);
      expect(faults.length).toBeGreaterThanOrEqual(1);
      expect(new Set(faults.map(({ target }) => target)).size).toBe(faults.length);
      for (const { target, kind } of faults) {
        hit.add(`${target} ${(CUTS as readonly string[]).includes(kind) ? 'cut' : kind}`);
      }
    }
    expect([...hit].sort()).toEqual(CHOICES.map(([target, kind]) => `${target} ${kind}`).sort());
  });
});
