/** Clock of the load generators. It is injected, so that tests run without waiting. */
export interface Clock {
  /** Current time of a monotonic clock in milliseconds, with fractions. */
  now(): number;
  /** Resolves after at least `delayMs` milliseconds, or immediately if `delayMs` is 0 or less. */
  wait(delayMs: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: (delayMs) =>
    delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, Math.ceil(delayMs))),
};
