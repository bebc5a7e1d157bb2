import { AppError, isAppError } from '@loci/core';

/** Password hashes that are computed at the same time. Node.js runs them in a pool of 4 threads, which signing also uses. */
const MAX_RUNNING = 2;
/** Password hashes that wait. A hash takes about 250 ms, so the last one waits about 2 s. */
const MAX_WAITING = 16;
const RETRY_AFTER_SECONDS = 3;

/** A queue that runs a bounded number of tasks at the same time, in the order of their calls. */
export interface HashQueue {
  /** @throws SYS_SERVICE_UNAVAILABLE if too many tasks are waiting */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createHashQueue(): HashQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(task) {
      if (running >= MAX_RUNNING) {
        if (waiting.length >= MAX_WAITING) throw queueFull();
        // The finished task passes its place on, so `running` stays the same.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

const queueFull = (): AppError =>
  new AppError('SYS_SERVICE_UNAVAILABLE', 'Too many passwords are being checked. Retry in a few seconds.', {
    details: { retry_after: RETRY_AFTER_SECONDS },
  });

/** Returns the result for a user if the queue of password hashes is full. Throws any other error again. */
export function throttledIfQueueFull(error: unknown): { kind: 'throttled'; retryAfterSeconds: number } {
  if (!isAppError(error) || error.details?.['retry_after'] !== RETRY_AFTER_SECONDS) throw error;
  return { kind: 'throttled', retryAfterSeconds: RETRY_AFTER_SECONDS };
}
