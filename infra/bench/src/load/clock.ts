/** The time that load is paced by. Injected, so that pacing is tested without waiting. */
export interface Clock {
  /** Milliseconds of a clock that never steps back, with fractions. */
  now(): number;
  /** Resolves after `delayMs` or a little later, never before; at once for 0 or less. */
  wait(delayMs: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: (delayMs) =>
    delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.ceil(delayMs))),
};
