import type { Metrics } from '@loci/runtime';

/** Sources of the numbers of pending events. Null if the process does not have them. */
export interface LagSources {
  relay: { lag(): Promise<number> } | null;
  transport: { lag(): Promise<Record<string, number>> } | null;
}

/**
 * Updates the gauges of pending events. First removes their values, so that no metric shows the number of an earlier
 * scrape while a source counts a long queue or is unavailable. Never rejects.
 */
export async function updateLagMetrics(
  { consumerLag, outboxPending }: Pick<Metrics, 'consumerLag' | 'outboxPending'>,
  { relay, transport }: LagSources,
): Promise<void> {
  outboxPending.remove();
  consumerLag.reset();
  await Promise.allSettled([
    relay?.lag().then((pending) => outboxPending.set(pending)),
    transport?.lag().then((byGroup) => {
      for (const [group, pending] of Object.entries(byGroup)) consumerLag.set({ group }, pending);
    }),
  ]);
}
