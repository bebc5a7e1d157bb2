import { runOpenLoop } from '../load/open-loop.ts';
import { waitUntilIndexed } from '../platform/wait-until-indexed.ts';
import { percentilesOf } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const STORES_PER_SECOND = 500;
const STORES = 5_000;
const MAX_IN_FLIGHT = 500;
/** Target for the time from the last response until all memories are indexed, in milliseconds. */
const MAX_LAG_MS = 1_000;

/** Stores memories at a fixed rate, and measures the indexing lag at the end. */
export const sustained: Scenario = {
  name: 'sustained',
  run: async (context) => {
    const corpus = await context.corpus('sustained');
    const operations = scaled(context, STORES);
    const prepared = corpus.prepareStores(operations);
    const result = await runOpenLoop({
      ratePerSecond: STORES_PER_SECOND,
      operations,
      maxInFlight: MAX_IN_FLIGHT,
      clock: context.clock,
      operation: prepared.store,
    });
    const lagMs = await waitUntilIndexed(corpus.tenant.stores, corpus.size(), {
      timeoutMs: 300_000,
      clock: context.clock,
    });
    const failures = result.failures + result.givenUp;
    const note = result.firstFailure === undefined ? {} : { note: result.firstFailure };
    return [
      {
        scenario: 'sustained',
        name: `stores scheduled at ${STORES_PER_SECOND}/s`,
        unit: '1/s',
        count: result.latenciesMs.length,
        value: (result.latenciesMs.length * 1000) / result.elapsedMs,
        targets: [{ of: 'value', atLeast: STORES_PER_SECOND * 0.99 }],
        failures,
        ...note,
      },
      {
        scenario: 'sustained',
        name: 'until the response',
        unit: 'ms',
        ...percentilesOf(summarize(result.latenciesMs)),
      },
      {
        scenario: 'sustained',
        name: 'from the last response until all memories are indexed',
        unit: 'ms',
        count: 1,
        value: lagMs,
        targets: [{ of: 'value', atMost: MAX_LAG_MS }],
      },
    ];
  },
};
