import { runClosedLoop } from '../load/closed-loop.ts';
import { measureCpu } from '../platform/cpu-times.ts';
import { percentilesOf } from '../report/figure.ts';
import type { Figure, Target } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import type { SpeedContext } from './scenario.ts';

export interface CallerLoad {
  scenario: string;
  /** Prefix of the figure names. */
  name: string;
  callers: number;
  durationMs: number;
  maxOperations: number;
  operation(index: number): Promise<void>;
  /** Target for the operations per second. */
  atLeastPerSecond?: number | undefined;
  /** Target for the rate, relative to that of the bare Express route. */
  atLeastOfRoute?: number | undefined;
  /** Target for the p50 latency in milliseconds. */
  p50AtMostMs?: number | undefined;
  /** Target for the CPU milliseconds per operation. Ignored if CPU time cannot be measured. */
  cpuAtMostMs?: number | undefined;
  note?: string;
}

/** Measures the rate, latency and CPU time of an operation with callers that wait for each response. */
export async function measureCallers(
  context: Pick<SpeedContext, 'clock' | 'readCpu'>,
  load: CallerLoad,
): Promise<Figure[]> {
  const { scenario, name, callers } = load;
  const { result, cpu } = await measureCpu(context.readCpu, () =>
    runClosedLoop({ ...load, clock: context.clock }),
  );
  const count = result.latenciesMs.length;
  const used = cpu(count);
  const note = result.firstFailure ?? load.note;
  return [
    {
      scenario,
      name,
      unit: '1/s',
      count,
      value: (count * 1000) / result.elapsedMs,
      callers,
      failures: result.failures,
      ...(used === undefined ? {} : { cpu: used }),
      ...targets([
        ...bound('value', 'atLeast', load.atLeastPerSecond),
        ...bound('route', 'atLeast', load.atLeastOfRoute),
        ...bound('cpu', 'atMost', used && load.cpuAtMostMs),
      ]),
      ...(note === undefined ? {} : { note }),
    },
    {
      scenario,
      name: `${name}, until the response`,
      unit: 'ms',
      callers,
      ...percentilesOf(summarize(result.latenciesMs)),
      ...targets(bound('p50', 'atMost', load.p50AtMostMs)),
    },
  ];
}

function bound(of: Target['of'], side: 'atLeast' | 'atMost', value: number | undefined): Target[] {
  return value === undefined ? [] : [{ of, [side]: value }];
}

function targets(all: Target[]): { targets?: Target[] } {
  return all.length === 0 ? {} : { targets: all };
}
