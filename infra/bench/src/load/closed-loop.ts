import type { Clock } from './clock.ts';

export interface ClosedLoopOptions {
  /** Number of callers. Each sends its next operation after the response to the previous one. */
  callers: number;
  /** Milliseconds after which no further operation starts. */
  durationMs: number;
  /** Maximum number of operations of all callers together. */
  maxOperations: number;
  clock: Clock;
  /** Runs one operation. @param index number of the operation among those of all callers, from 0 */
  operation(index: number): Promise<void>;
}

export interface ClosedLoopResult {
  /** Latencies of successful operations in milliseconds, in order of completion. */
  latenciesMs: number[];
  /** Milliseconds from the start of the first operation to the end of the last one. */
  elapsedMs: number;
  failures: number;
  /** Message of the first failure. */
  firstFailure: string | undefined;
}

/** Measures throughput and latency with a fixed number of callers, which wait for each response. */
export async function runClosedLoop(options: ClosedLoopOptions): Promise<ClosedLoopResult> {
  const { clock } = options;
  const result: ClosedLoopResult = { latenciesMs: [], elapsedMs: 0, failures: 0, firstFailure: undefined };
  const startedAt = clock.now();
  let next = 0;
  const caller = async () => {
    while (next < options.maxOperations) {
      const sentAt = clock.now();
      if (sentAt - startedAt >= options.durationMs) return;
      try {
        await options.operation(next++);
        result.latenciesMs.push(clock.now() - sentAt);
      } catch (error) {
        result.failures++;
        result.firstFailure ??= String(error);
      }
    }
  };
  await Promise.all(Array.from({ length: options.callers }, caller));
  result.elapsedMs = clock.now() - startedAt;
  return result;
}
