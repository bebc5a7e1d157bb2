import { describe, expect, test } from '@jest/globals';
import type { Outage } from '../faults/apply-fault.ts';
import type { Target } from '../faults/fault.ts';
import { unexcused } from './excuses.ts';
import type { Refusal } from './write-log.ts';

const outageOf = (target: Target): Outage => ({
  fault: { target, kind: 'kill', atMs: 0, lastsMs: 0 },
  ...{ beganAt: 1_000, downFrom: 1_000, downUntil: 2_000, readyAt: 3_000 },
});
const refusal = (part: Partial<Refusal> = {}): Refusal => ({
  ...{ area: 'memory', what: 'POST /api/v2/memories', status: 503, code: 'SYS_SERVICE_UNAVAILABLE' },
  ...{ startedAt: 1_500, endedAt: 1_600 },
  ...part,
});

describe('unexcused', () => {
  test.each<Target>(['postgres', 'gateway', 'memory'])('a memory may be refused without %s', (target) => {
    expect(unexcused([refusal()], [outageOf(target)], 0)).toEqual([]);
  });

  test.each<Target>(['kafka', 'elasticsearch', 'qdrant', 'neo4j', 'memory-relay', 'search'])(
    'but not without %s',
    (target) => {
      expect(unexcused([refusal()], [outageOf(target)], 0)).toHaveLength(1);
    },
  );

  test('nor before, nor long after', () => {
    const early = refusal({ startedAt: 800, endedAt: 900 });
    const late = refusal({ startedAt: 60_000, endedAt: 60_100 });
    expect(unexcused([early, late], [outageOf('postgres')], 0)).toHaveLength(2);
  });

  test('a few slow ones are the machine, many are not', () => {
    const slow = Array.from({ length: 6 }, () => refusal({ endedAt: 9_000 }));
    expect(unexcused(slow, [], 120)).toEqual([]);
    expect(unexcused(slow, [], 119)).toHaveLength(6);
  });
});
