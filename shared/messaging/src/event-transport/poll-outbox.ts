import { pause } from '@loci/async';

/**
 * Remaining rows after a batch: readable rows (`more`), rows that are not readable while an older transaction
 * runs (`unsettled`), or no rows (`none`).
 */
export type OutboxRemainder = 'more' | 'unsettled' | 'none';

export interface PollOutboxOptions {
  /**
   * Processes the next batch of the outbox and returns the remainder. After a rejection, the step is retried.
   */
  step(): Promise<OutboxRemainder>;
  /** Called for each rejection of `step`. */
  onFailure(error: unknown): void;
  /**
   * Minimum milliseconds between the end of a step and the next one, so that a steady stream of events is processed in
   * batches. The first event after a pause is processed after 2 ms.
   */
  lingerMs: number;
  /** Milliseconds between two polls without a wake-up, and the first delay after a failure. */
  pollMs: number;
  stopping: AbortSignal;
}

export interface OutboxPoller {
  /** Polls when `lingerMs` have passed since the last step, instead of after `pollMs`. */
  wake(): void;
  /** Polls immediately, and polls again with short delays while rows are not readable yet. */
  expedite(): void;
  /** Resolves when the running step has ended. Call it after `stopping` is aborted. */
  stopped(): Promise<void>;
}

const MAX_FAILURE_DELAY_MS = 2_000;
/** First delay until unsettled rows are read again after a call of `expedite`. */
const EXPEDITED_DELAY_MS = 3;
/** Delay of a step after a wake-up, so that the response to the request that caused it is sent first. */
const WAKE_DELAY_MS = 2;

/** Runs `step` repeatedly, after each `wake` and at least every `pollMs`, until `stopping` is aborted. */
export function pollOutbox(options: PollOutboxOptions): OutboxPoller {
  const { lingerMs, pollMs, stopping } = options;
  let wakeRequested = false;
  let isExpedited = false;
  let endWait: (() => void) | null = null;

  async function wait(timeoutMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    endWait = null;
  }

  async function waitForWake(timeoutMs: number): Promise<void> {
    if (!wakeRequested && !isExpedited && !stopping.aborted) await wait(timeoutMs);
  }

  /** Waits until a time of `performance.now()`, or a call of `expedite`. */
  async function waitUntil(timeMs: number): Promise<void> {
    for (;;) {
      const remainingMs = timeMs - performance.now();
      if (remainingMs <= 0 || isExpedited || stopping.aborted) return;
      await wait(remainingMs);
    }
  }

  async function run(): Promise<void> {
    let unsettledDelayMs = 0;
    let failureDelayMs = pollMs;
    while (!stopping.aborted) {
      const wasExpedited = isExpedited;
      isExpedited = false;
      const outcome = await options.step().catch((error: unknown) => {
        if (!stopping.aborted) options.onFailure(error);
        return 'failed' as const;
      });
      const endedMs = performance.now();
      if (outcome !== 'unsettled') unsettledDelayMs = 0;
      if (outcome !== 'failed') failureDelayMs = pollMs;
      if (outcome === 'more') {
        isExpedited ||= wasExpedited;
        continue;
      }
      if (outcome === 'failed') {
        await pause(failureDelayMs, stopping);
        failureDelayMs = Math.max(pollMs, Math.min(failureDelayMs * 2, MAX_FAILURE_DELAY_MS));
      } else if (outcome === 'unsettled') {
        // The end of a transaction without events does not wake the poller, but can make rows of other
        // transactions readable.
        unsettledDelayMs = Math.min(
          unsettledDelayMs === 0 ? (wasExpedited ? EXPEDITED_DELAY_MS : lingerMs) : unsettledDelayMs * 2,
          pollMs,
        );
        if (wasExpedited && unsettledDelayMs < lingerMs) {
          await waitUntil(endedMs + unsettledDelayMs);
          isExpedited = true;
        } else await waitForWake(unsettledDelayMs);
      } else await waitForWake(pollMs);
      wakeRequested = false;
      await waitUntil(Math.max(endedMs + lingerMs, performance.now() + Math.min(WAKE_DELAY_MS, lingerMs)));
    }
  }

  const wake = (): void => {
    wakeRequested = true;
    endWait?.();
  };
  const expedite = (): void => {
    isExpedited = true;
    endWait?.();
  };
  stopping.addEventListener('abort', wake, { once: true });
  const running = run();
  return { wake, expedite, stopped: () => running };
}
