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
  /** Milliseconds to wait for further events after a wake-up, so that a batch has more than one event. */
  lingerMs: number;
  /** Milliseconds between two polls without a wake-up, and the first delay after a failure. */
  pollMs: number;
  stopping: AbortSignal;
}

export interface OutboxPoller {
  /** Polls immediately instead of after `pollMs`. */
  wake(): void;
  /** Resolves when the running step has ended. Call it after `stopping` is aborted. */
  stopped(): Promise<void>;
}

const MAX_FAILURE_DELAY_MS = 2_000;

/** Runs `step` repeatedly, after each `wake` and at least every `pollMs`, until `stopping` is aborted. */
export function pollOutbox(options: PollOutboxOptions): OutboxPoller {
  const { lingerMs, pollMs, stopping } = options;
  let wakeRequested = false;
  let endWait: (() => void) | null = null;

  async function waitForWake(timeoutMs: number): Promise<void> {
    if (wakeRequested || stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    let unsettledDelayMs = lingerMs;
    let failureDelayMs = pollMs;
    while (!stopping.aborted) {
      const outcome = await options.step().catch((error: unknown) => {
        if (!stopping.aborted) options.onFailure(error);
        return 'failed' as const;
      });
      if (outcome !== 'unsettled') unsettledDelayMs = lingerMs;
      if (outcome !== 'failed') failureDelayMs = pollMs;
      if (outcome === 'more') continue;
      if (outcome === 'failed') {
        await pause(failureDelayMs, stopping);
        failureDelayMs = Math.max(pollMs, Math.min(failureDelayMs * 2, MAX_FAILURE_DELAY_MS));
      } else if (outcome === 'unsettled') {
        // The end of a transaction without events does not wake the poller, but can make rows of other
        // transactions readable.
        await waitForWake(unsettledDelayMs);
        unsettledDelayMs = Math.min(unsettledDelayMs * 2, pollMs);
      } else await waitForWake(pollMs);
      wakeRequested = false;
      // Without this delay, a steady stream of writes would be processed one event at a time.
      await pause(lingerMs, stopping);
    }
  }

  const wake = (): void => {
    wakeRequested = true;
    endWait?.();
  };
  stopping.addEventListener('abort', wake, { once: true });
  const running = run();
  return { wake, stopped: () => running };
}
