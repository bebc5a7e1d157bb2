import { describe, expect, test } from '@jest/globals';
import type { Outage } from '../faults/apply-fault.ts';
import type { Target } from '../faults/fault.ts';
import { findUnexplainedRefusals } from './explain-refusals.ts';
import type { Refusal } from './write-log.ts';

const outageOf = (target: Target): Outage => ({
  fault: { target, kind: 'kill', startMs: 0, durationMs: 0 },
  ...{ startedAt: 1_000, downFrom: 1_000, downUntil: 2_000, readyAt: 3_000 },
});
const refusal = (part: Partial<Refusal> = {}): Refusal => ({
  ...{ area: 'memory', what: 'POST /api/v2/memories', status: 503, code: 'SYS_SERVICE_UNAVAILABLE' },
  ...{ startedAt: 1_500, endedAt: 1_600 },
  ...part,
});

describe('findUnexplainedRefusals', () => {
  test.each<Target>(['postgres', 'gateway', 'memory'])(
    'accepts a refused memory write during an outage of %s',
    (target) => {
      expect(findUnexplainedRefusals([refusal()], [outageOf(target)], 0)).toEqual([]);
    },
  );

  test.each<Target>(['kafka', 'elasticsearch', 'qdrant', 'neo4j', 'memory-relay', 'search'])(
    'reports a refused memory write during an outage of %s',
    (target) => {
      expect(findUnexplainedRefusals([refusal()], [outageOf(target)], 0)).toHaveLength(1);
    },
  );

  test('reports write refusals that occur before an outage or long after it', () => {
    const early = refusal({ startedAt: 800, endedAt: 900 });
    const late = refusal({ startedAt: 60_000, endedAt: 60_100 });
    expect(findUnexplainedRefusals([early, late], [outageOf('postgres')], 0)).toHaveLength(2);
  });

  test('tolerates timeouts of up to 5 % of the writes', () => {
    const slow = Array.from({ length: 6 }, () => refusal({ endedAt: 9_000 }));
    expect(findUnexplainedRefusals(slow, [], 120)).toEqual([]);
    expect(findUnexplainedRefusals(slow, [], 119)).toHaveLength(6);
  });
});
