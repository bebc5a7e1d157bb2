import type { Clock } from './clock.ts';

export interface OpenLoopOptions {
  ratePerSecond: number;
  /** The number of operations: they are due at 0, 1/rate, 2/rate, ... seconds. */
  operations: number;
  /** Past this many unanswered operations the rest is given up: the rate is beyond the server. */
  maxInFlight: number;
  clock: Clock;
  operation(index: number): Promise<void>;
}

export interface OpenLoopResult {
  /** Per success, in milliseconds from when the operation was DUE: a stall delays, and so shows in, all that follow. */
  latenciesMs: number[];
  /** Per success, from when it was really sent. The difference is what the generator itself was late. */
  serviceTimesMs: number[];
  elapsedMs: number;
  failures: number;
  firstFailure: string | undefined;
  /** Operations that were never sent. */
  givenUp: number;
}

/**
 * Measures latency under a load that does not wait for the server, so that slow answers do not thin out the
 * samples ("coordinated omission": Tene, "How NOT to Measure Latency").
 */
export async function runOpenLoop(options: OpenLoopOptions): Promise<OpenLoopResult> {
  const { clock } = options;
  const result: OpenLoopResult = {
    latenciesMs: [],
    serviceTimesMs: [],
    elapsedMs: 0,
    failures: 0,
    firstFailure: undefined,
    givenUp: 0,
  };
  const inFlight = new Set<Promise<void>>();
  const startedAt = clock.now();
  for (let index = 0; index < options.operations; index++) {
    const dueAt = startedAt + (index * 1000) / options.ratePerSecond;
    if (clock.now() < dueAt) await clock.wait(dueAt - clock.now());
    if (inFlight.size >= options.maxInFlight) {
      result.givenUp = options.operations - index;
      break;
    }
    const sent = send(options, index, dueAt, result).finally(() => inFlight.delete(sent));
    inFlight.add(sent);
  }
  await Promise.all(inFlight);
  result.elapsedMs = clock.now() - startedAt;
  return result;
}

async function send(options: OpenLoopOptions, index: number, dueAt: number, result: OpenLoopResult) {
  const sentAt = options.clock.now();
  try {
    await options.operation(index);
    const answeredAt = options.clock.now();
    result.latenciesMs.push(answeredAt - dueAt);
    result.serviceTimesMs.push(answeredAt - sentAt);
  } catch (error) {
    result.failures++;
    result.firstFailure ??= String(error);
  }
}
