import type { Clock } from './clock.ts';

export interface OpenLoopOptions {
  ratePerSecond: number;
  /** Number of operations. They are scheduled at 0, 1/rate, 2/rate, … seconds. */
  operations: number;
  /** Maximum number of operations in flight. When it is reached, the remaining operations are skipped. */
  maxInFlight: number;
  clock: Clock;
  operation(index: number): Promise<void>;
}

export interface OpenLoopResult {
  /**
   * Latencies of successful operations in milliseconds from their scheduled time. They include the delay of
   * operations that were started late because of a stall.
   */
  latenciesMs: number[];
  /** Latencies of successful operations in milliseconds from the actual send time. */
  serviceTimesMs: number[];
  elapsedMs: number;
  failures: number;
  firstFailure: string | undefined;
  /** Number of skipped operations. */
  givenUp: number;
}

/**
 * Measures latency at a fixed rate. Starts each operation at its scheduled time, even if earlier responses
 * are late. This avoids coordinated omission.
 *
 * @see Tene 2015, "How NOT to Measure Latency"
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
