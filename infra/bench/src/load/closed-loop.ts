import type { Clock } from './clock.ts';

export interface ClosedLoopOptions {
  /** How many callers there are; each sends its next operation when its last one was answered. */
  callers: number;
  /** No operation starts after this time. */
  durationMs: number;
  /** No more operations than this. */
  maxOperations: number;
  clock: Clock;
  /** @param index 0, 1, 2, ... over all callers */
  operation(index: number): Promise<void>;
}

export interface ClosedLoopResult {
  /** One per operation that succeeded, in milliseconds, in order of completion. */
  latenciesMs: number[];
  /** From the first start to the last end. */
  elapsedMs: number;
  failures: number;
  /** The message of the first failure. */
  firstFailure: string | undefined;
}

/** Measures throughput: callers that wait for each answer, as clients of one connection do. */
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
