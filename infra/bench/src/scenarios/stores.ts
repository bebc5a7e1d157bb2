import { MANY_CALLERS } from '../platform/tenants.ts';
import type { Figure } from '../report/figure.ts';
import { measureCallers } from './measure-callers.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const WARM_UP_STORES = 1_000;
const DURATION_MS = 4_000;
const MAX_STORES_PER_SECOND = 5_000;

const LOADS = [
  { callers: 1, atLeastOfRoute: 0.55 },
  { callers: 1, withKeys: true },
  { callers: MANY_CALLERS, atLeastOfRoute: 0.4 },
  { callers: MANY_CALLERS, withKeys: true },
];

/** Measures the throughput of storing memories with callers that wait for each response, without and with idempotency keys. */
export const stores: Scenario = {
  name: 'stores',
  run: async (context) => {
    const corpus = await context.corpus('stores');
    await corpus.growTo(scaled(context, WARM_UP_STORES));
    const figures: Figure[] = [];
    for (const { callers, withKeys = false, atLeastOfRoute } of LOADS) {
      const durationMs = DURATION_MS * context.scale;
      const maxOperations = Math.ceil((MAX_STORES_PER_SECOND * durationMs) / 1000);
      figures.push(
        ...(await measureCallers(context, {
          scenario: 'stores',
          name: `${callers === 1 ? '1 caller' : `${callers} callers`}${withKeys ? ', idempotency keys' : ''}`,
          callers,
          durationMs,
          maxOperations,
          operation: corpus.prepareStores(maxOperations, { withKeys }).store,
          atLeastOfRoute,
        })),
      );
      // Waits until all memories are indexed, so that indexing does not slow down the next measurement.
      await corpus.growTo(corpus.size());
    }
    return figures;
  },
};
