import { describe, expect, test } from '@jest/globals';
import { NETWORK_FAULTS } from './fault.ts';
import { FAULT_TYPES, planFaults } from './plan-faults.ts';

describe('planFaults', () => {
  test('returns the same faults only for the same seed', () => {
    expect(planFaults(7)).toEqual(planFaults(7));
    expect(planFaults(7)).not.toEqual(planFaults(7 + FAULT_TYPES.length));
  });

  const rounds = FAULT_TYPES.map((_, index) => planFaults(index + 1));

  test('covers every fault type in consecutive seeds', () => {
    const hit = new Set<string>();
    for (const { target, kind } of rounds.flat()) {
      hit.add(`${target} ${(NETWORK_FAULTS as readonly string[]).includes(kind) ? 'network' : kind}`);
    }
    expect([...hit].sort()).toEqual(FAULT_TYPES.map(([target, kind]) => `${target} ${kind}`).sort());
  });

  test('returns at least one fault, with at most one per target', () => {
    for (const faults of rounds) {
      expect(faults.length).toBeGreaterThanOrEqual(1);
      expect(new Set(faults.map(({ target }) => target)).size).toBe(faults.length);
    }
  });
});
