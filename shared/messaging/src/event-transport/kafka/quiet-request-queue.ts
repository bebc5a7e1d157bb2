import { createRequire } from 'node:module';

/** What is used of kafkajs's queue of one connection's requests. */
interface RequestQueue {
  pending: unknown[];
  /** Moment until which the broker asked for no requests, in ms since 1970; -1 for none. */
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

const LOOK_AGAIN_MS = 10;
let quiet = false;

/**
 * kafkajs 2.2.4 looks after the waiting requests of every connection each millisecond, whether there are any or not:
 * the wait it computes is negative, which Node takes for 1 ms (and 24 warns of). An idle connection so cost 1.7 % of
 * a core. Here the timer runs only while a request waits; each request's end looks as before.
 */
export function quietRequestQueue(): void {
  if (quiet) return;
  quiet = true;
  const load = createRequire(import.meta.url);
  const queue = load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  queue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const waitMs = Math.max(this.throttledUntil - Date.now(), LOOK_AGAIN_MS);
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, waitMs);
  };
}
