import type { Clock } from '../load/clock.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import { storeBody } from '../load/store-bodies.ts';
import type { Tenant } from '../platform/tenants.ts';
import { percentilesOf } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const STORES_PER_SECOND = 100;
const STORES = 3_000;
/** The scenario measures every tenth store request. */
const SAMPLE_INTERVAL = 10;
const POLL_PAUSE_MS = 2;
const GIVE_UP_MS = 10_000;

/** Measures the time from the response to a store request until hybrid search has found the memory. */
export const searchable: Scenario = {
  name: 'searchable',
  run: async (context) => {
    const tenant = await context.tenant('searchable');
    const operations = scaled(context, STORES);
    const bodies = Array.from({ length: operations }, (_, index) => storeBody(context.texts, index));
    const foundAfterMs: number[] = [];
    const watches: Promise<void>[] = [];
    const failed: string[] = [];

    const storeWatched = async (index: number) => {
      const word = uniqueWord(index);
      const content = `${context.texts.memory(index)} The password of the week is ${word}.`;
      const { id } = await tenant.stores.call<{ id: string }>('POST', '/api/v2/memories', { content }, 201);
      watches.push(
        watch(tenant, word, id, context.clock).then(
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

async function watch(tenant: Tenant, word: string, id: string, clock: Clock): Promise<number> {
  const acknowledgedAt = clock.now();
  for (;;) {
    const { items } = await tenant.searches.call<{ items: { id: string }[] }>(
      'POST',
      '/api/v2/search/hybrid',
      { query: word, limit: 10 },
      200,
    );
    const elapsedMs = clock.now() - acknowledgedAt;
    if (items.some((item) => item.id === id)) return elapsedMs;
    if (elapsedMs > GIVE_UP_MS) {
      throw new Error(`Search did not find the memory ${id} within ${GIVE_UP_MS / 1000} s.`);
    }
    await clock.wait(POLL_PAUSE_MS);
  }
}

/** Creates a word that no text contains and that no stemmer changes. */
export function uniqueWord(index: number): string {
  let rest = index;
  let letters = '';
  for (let place = 0; place < 5; place++) {
    letters += String.fromCharCode(97 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return `xq${letters}q`;
}
