import { describe, expect, test } from '@jest/globals';
import { NETWORK_FAULTS } from './fault.ts';
import { FAULT_TYPES, planFaults } from './plan-faults.ts';

describe('planFaults', () => {
  test('returns the same faults for the same seed and others for another seed', () => {
    expect(planFaults(7)).toEqual(planFaults(7));
    expect(planFaults(7)).not.toEqual(planFaults(7 + FAULT_TYPES.length));
  });

  test('covers every fault type in consecutive seeds, with at most one fault per target in a round', () => {
    const hit = new Set<string>();
    for (let seed = 1; seed <= FAULT_TYPES.length; seed++) {
      const faults = planFaults(seed);
      expect(faults.length).toBeGreaterThanOrEqual(1);
      expect(new Set(faults.map(({ target }) => target)).size).toBe(faults.length);
      for (const { target, kind } of faults) {
        hit.add(`${target} ${(NETWORK_FAULTS as readonly string[]).includes(kind) ? 'network' : kind}`);
      }
    }
    expect([...hit].sort()).toEqual(FAULT_TYPES.map(([target, kind]) => `${target} ${kind}`).sort());
  });
});
