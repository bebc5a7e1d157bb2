import { createRequire } from 'node:module';

/** Members of the kafkajs class `RequestQueue` that the patch uses. Each connection has one queue. */
interface RequestQueue {
  /** Requests that are waiting to be sent. */
  pending: unknown[];
  /** Unix time in milliseconds until which the broker throttles this client, or -1. */
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

const MIN_DELAY_MS = 10;
let isPatched = false;

/**
 * Patches kafkajs 2.2.4, in which each connection checks its pending requests every millisecond, even without
 * any requests, because the computed delay is negative. An idle connection used 1.7 % of a core, and Node 24
 * logs a TimeoutNegativeWarning. With the patch, the timer runs only while requests are pending. Further
 * calls have no effect.
 *
 * @see https://github.com/tulios/kafkajs/issues/1704
 * @see https://github.com/tulios/kafkajs/issues/1751
 */
export function patchRequestQueueTimer(): void {
  if (isPatched) return;
  isPatched = true;
  const load = createRequire(import.meta.url);
  const queue = load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  queue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const delayMs = Math.max(this.throttledUntil - Date.now(), MIN_DELAY_MS);
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, delayMs);
  };
}
