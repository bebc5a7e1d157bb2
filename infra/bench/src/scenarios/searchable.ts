import { runOpenLoop } from '../load/open-loop.ts';
import { storeBody } from '../load/store-bodies.ts';
import { waitUntilFound } from '../platform/wait-until-found.ts';
import { percentilesOf } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { uniqueWord } from '../texts/unique-word.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const STORES_PER_SECOND = 100;
const STORES = 1_000;
/** Interval of the observed stores. With 10, every tenth store is observed. */
const SAMPLE_INTERVAL = 10;
const GIVE_UP_MS = 10_000;

/** Measures the time from the response to a store request until hybrid search has found the memory. */
export const searchable: Scenario = {
  name: 'searchable',
  run: async (context) => {
    const { tenant } = await context.corpus('searchable');
    const operations = scaled(context, STORES);
    const bodies = Array.from({ length: operations }, (_, index) => storeBody(context.texts, index));
    const foundAfterMs: number[] = [];
    const watches: Promise<void>[] = [];
    const failed: string[] = [];

    const storeWatched = async (index: number) => {
      const word = uniqueWord(context.round * operations + index);
      const content = `${context.texts.memory(index)} The password of the week is ${word}.`;
      const { id } = await tenant.stores.call<{ id: string }>('POST', '/api/v2/memories', { content }, 201);
      watches.push(
        waitUntilFound(tenant.searches, { word, id }, { timeoutMs: GIVE_UP_MS, clock: context.clock }).then(
          (elapsedMs) => void foundAfterMs.push(elapsedMs),
          (error: unknown) => void failed.push(String(error)),
        ),
      );
    };
    const result = await runOpenLoop({
      ratePerSecond: STORES_PER_SECOND,
      operations,
      maxInFlight: STORES_PER_SECOND,
      clock: context.clock,
      operation: (index) =>
        index % SAMPLE_INTERVAL === 0
          ? storeWatched(index)
          : tenant.stores.send('POST', '/api/v2/memories', bodies[index]!, 201),
    });
    await Promise.all(watches);
    const note = failed[0] ?? result.firstFailure;
    return [
      {
        scenario: 'searchable',
        name: `from the 201 until found, at ${STORES_PER_SECOND} stores/s`,
        unit: 'ms',
        ...percentilesOf(summarize(foundAfterMs)),
        targets: [{ of: 'p95', atMost: 100 }],
        failures: failed.length + result.failures + result.givenUp,
        ...(note === undefined ? {} : { note }),
      },
    ];
  },
};
