import { createCorpus } from '../load/corpus.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import type { Scenario, SpeedContext } from './scenario.ts';

const WARM_UP_STORES = 1_000;
const DURATION_MS = 10_000;
const MAX_STORES_PER_SECOND = 5_000;

const CALLERS = [
  { callers: 1, atLeastPerSecond: 700 },
  { callers: 16, atLeastPerSecond: 1_800 },
];

/** Measures the throughput of storing memories with callers that wait for each response. */
export const stores: Scenario = {
  name: 'stores',
  run: async (context) => {
    const corpus = createCorpus(await context.tenant('stores'), context.texts, context.clock);
    await corpus.growTo(scaledWarmUp(context));
    const figures: Figure[] = [];
    for (const { callers, atLeastPerSecond } of CALLERS) {
      const durationMs = DURATION_MS * context.scale;
      const maxOperations = Math.ceil((MAX_STORES_PER_SECOND * durationMs) / 1000);
      const prepared = corpus.prepareStores(maxOperations);
      const result = await runClosedLoop({
        callers,
        durationMs,
        maxOperations,
        clock: context.clock,
        operation: prepared.store,
      });
      const count = result.latenciesMs.length;
      const name = callers === 1 ? '1 caller' : `${callers} callers`;
      figures.push(
        {
          scenario: 'stores',
          name,
          unit: '1/s',
          count,
          value: (count * 1000) / result.elapsedMs,
          targets: [{ of: 'value', atLeast: atLeastPerSecond }],
          failures: result.failures,
          ...(result.firstFailure === undefined ? {} : { note: result.firstFailure }),
        },
        {
          scenario: 'stores',
          name: `${name}, until the response`,
          unit: 'ms',
          ...percentilesOf(summarize(result.latenciesMs)),
        },
      );
      // Waits for indexing, so that it does not slow down the next measurement.
      await corpus.growTo(corpus.size());
    }
    return figures;
  },
};

function scaledWarmUp(context: SpeedContext): number {
  return Math.ceil(WARM_UP_STORES * context.scale);
}
