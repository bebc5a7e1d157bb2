import { pause } from '../deliver.ts';

export interface FollowOutboxOptions {
  /** Passes the next batch on, and says what is left. A rejection is reported, and `step` tried again later. */
  step(): Promise<'more' | 'held' | 'nothing'>;
  onFailure(error: unknown): void;
  /** How long to gather events after being woken. */
  gatherMs: number;
  /** How often to look when nobody wakes it, and the first wait after a failure. */
  pollMs: number;
  stopping: AbortSignal;
}

export interface OutboxFollower {
  wake(): void;
  /** Resolves when the step under way has ended; the options' signal asks for it. */
  stopped(): Promise<void>;
}

const LONGEST_WAIT_MS = 2_000;

/** Takes one step after the other, soon after `wake` and every `pollMs` at the latest, until `stopping`. */
export function followOutbox(options: FollowOutboxOptions): OutboxFollower {
  const { gatherMs, pollMs, stopping } = options;
  let woken = false;
  let wakeUp: (() => void) | null = null;

  async function untilWoken(atMostMs: number): Promise<void> {
    if (woken || stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function follow(): Promise<void> {
    let heldMs = gatherMs;
    let failedMs = pollMs;
    while (!stopping.aborted) {
      const found = await options.step().catch((error: unknown) => {
        if (!stopping.aborted) options.onFailure(error);
        return 'failed' as const;
      });
      if (found !== 'held') heldMs = gatherMs;
      if (found !== 'failed') failedMs = pollMs;
      if (found === 'more') continue;
      if (found === 'failed') {
        await pause(failedMs, stopping);
        failedMs = Math.max(pollMs, Math.min(failedMs * 2, LONGEST_WAIT_MS));
      } else if (found === 'held') {
        // Nobody wakes a reader when a transaction without events ends.
        await untilWoken(heldMs);
        heldMs = Math.min(heldMs * 2, pollMs);
      } else await untilWoken(pollMs);
      woken = false;
      // A reader that went at once would handle a busy minute one event at a time.
      await pause(gatherMs, stopping);
    }
  }

  const wake = (): void => {
    woken = true;
    wakeUp?.();
  };
  stopping.addEventListener('abort', wake, { once: true });
  const running = follow();
  return { wake, stopped: () => running };
}
