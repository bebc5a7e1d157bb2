import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. Never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
