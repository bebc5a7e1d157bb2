import type { Job } from '@loci/service-hosting';
import type { Sender } from './sender.ts';

/** Time until the next run after a failed one. */
const INTERVAL_MS = 1_000;
/** Minimum time between two searches for due messages, for messages that another process is sending. */
const MIN_WAIT_MS = 200;

/**
 * Sends due messages until the process shuts down. Waits for the next attempt or for new messages, at most `pollMs`.
 */
export const sendMessagesJob = (sender: Sender, { pollMs, now }: { pollMs: number; now(): Date }): Job => ({
  name: 'send-messages',
  intervalMs: INTERVAL_MS,
  initialDelayMs: 500,
  runsInEveryProcess: 'with-consumers',
  run: async (signal, log) => {
    while (!signal.aborted) {
      const next = await sender.sendDue(signal, log);
      const untilNext = next === null ? pollMs : next.getTime() - now().getTime();
      await sender.nextWake(Math.max(MIN_WAIT_MS, Math.min(pollMs, untilNext)), signal);
    }
  },
});
