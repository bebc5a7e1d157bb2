import { describe, expect, test } from '@jest/globals';
import { createMetrics } from '@loci/runtime';
import { updateLagMetrics } from './update-lag-metrics.ts';

const lagLines = async ({ registry }: ReturnType<typeof createMetrics>): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => /^loci_(consumer_lag|outbox_pending)/.test(line));

describe('updateLagMetrics', () => {
  test('sets the pending events of the outbox and of each group', async () => {
    const metrics = createMetrics('s');
    await updateLagMetrics(metrics, {
      relay: { lag: () => Promise.resolve(7) },
      transport: { lag: () => Promise.resolve({ search: 3 }) },
    });
    expect(await lagLines(metrics)).toEqual([
      'loci_consumer_lag_events{group="search",service="s"} 3',
      'loci_outbox_pending_events{service="s"} 7',
    ]);
  });

  test('removes earlier values while the events of a long queue are being counted', async () => {
    const metrics = createMetrics('s');
    const done = {
      relay: { lag: () => Promise.resolve(0) },
      transport: { lag: async () => ({ search: 0 }) },
    };
    await updateLagMetrics(metrics, done);
    const never = new Promise<never>(() => undefined);
    void updateLagMetrics(metrics, { relay: { lag: () => never }, transport: { lag: () => never } }, 1);
    expect(await lagLines(metrics)).toEqual([]);
  });

  test('updates the lag of the groups if the outbox is unavailable', async () => {
    const metrics = createMetrics('s');
    await updateLagMetrics(metrics, {
      relay: { lag: () => Promise.reject(new Error('unavailable')) },
      transport: { lag: () => Promise.resolve({ search: 3 }) },
    });
    expect(await lagLines(metrics)).toEqual(['loci_consumer_lag_events{group="search",service="s"} 3']);
  });

  test('sets the pending events of the outbox while the lag of the groups is being counted', async () => {
    const metrics = createMetrics('s');
    const never = new Promise<never>(() => undefined);
    const updated = updateLagMetrics(
      metrics,
      { relay: { lag: () => Promise.resolve(7) }, transport: { lag: () => never } },
      100,
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(await lagLines(metrics)).toEqual(['loci_outbox_pending_events{service="s"} 7']);
    await updated;
  });

  test('ignores the lag of a count that ends after the timeout, because the number is outdated', async () => {
    const metrics = createMetrics('s');
    const counted = Promise.withResolvers<Record<string, number>>();
    const sources = { relay: { lag: () => Promise.resolve(7) }, transport: { lag: () => counted.promise } };
    await updateLagMetrics(metrics, sources, 1);
    counted.resolve({ search: 3 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await lagLines(metrics)).toEqual(['loci_outbox_pending_events{service="s"} 7']);
  });
});
