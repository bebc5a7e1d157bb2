import { withTimeout } from '@loci/async';
import type { Metrics } from '@loci/runtime';

/** Sources of the numbers of pending events. Null if the process does not have them. */
export interface LagSources {
  relay: { lag(): Promise<number> } | null;
  transport: { lag(): Promise<Record<string, number>> } | null;
}

/**
 * Maximum duration of a count. Must be below the scrape timeout of Prometheus, which is 10 seconds by
 * default.
 */
const COUNT_TIMEOUT_MS = 5_000;

/**
 * Updates the gauges of pending events. First removes their values, so that no metric shows the number of an
 * earlier scrape while a source counts a long queue or is unavailable. Ignores a count that takes longer than
 * `timeoutMs`, because a later scrape would show its outdated number. Never rejects.
 */
export async function updateLagMetrics(
  { consumerLag, outboxPending }: Pick<Metrics, 'consumerLag' | 'outboxPending'>,
  { relay, transport }: LagSources,
  timeoutMs = COUNT_TIMEOUT_MS,
): Promise<void> {
  const fail = (): never => {
    throw new Error(`The pending events were not counted within ${timeoutMs} ms.`);
  };
  outboxPending.remove();
  consumerLag.reset();
  await Promise.allSettled([
    relay && withTimeout(relay.lag(), timeoutMs, fail).then((pending) => outboxPending.set(pending)),
    transport &&
      withTimeout(transport.lag(), timeoutMs, fail).then((byGroup) => {
        for (const [group, pending] of Object.entries(byGroup)) consumerLag.set({ group }, pending);
      }),
  ]);
}
