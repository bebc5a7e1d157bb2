import { prepareSearches } from '../load/corpus.ts';
import type { Target } from '../report/figure.ts';
import { operationsOf, searchDuringStores } from './search-during-stores.ts';
import { LARGE, scaled, sizeLabel } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const TARGETS: Readonly<Record<number, Target[]>> = {
  6_000: [
    { of: 'p50', atMost: 3 },
    { of: 'p95', atMost: 9 },
  ],
  100_000: [
    { of: 'p50', atMost: 8 },
    { of: 'p95', atMost: 24 },
  ],
};

/** Measures hybrid search on one tenant of at least `memories` memories, during stores to the same tenant. */
export function searchAt(memories: number): Scenario {
  const scenario = `search-${sizeLabel(memories)}`;
  return {
    name: scenario,
    data: sizeLabel(memories),
    run: async (context) => {
      const corpus = await context.corpus(LARGE);
      await corpus.growTo(scaled(context, memories));
      const { stores, searches } = operationsOf(context.scale);
      const prepared = corpus.prepareStores(stores);
      const bodies = prepareSearches(context.texts, searches);
      const { tenant } = corpus;
      const figures = await searchDuringStores({
        scenario,
        clock: context.clock,
        scale: context.scale,
        store: prepared.store,
        search: (index) => tenant.searches.send('POST', '/api/v2/search/hybrid', bodies[index]!, 200),
        eventLoopDelayP99Ms: context.eventLoopDelayP99Ms,
        targets: TARGETS[memories] ?? [],
        note: `one tenant of ${scaled(context, memories)} to ${corpus.size() + stores} memories`,
      });
      // Waits until all memories are indexed, so that indexing does not slow down the next round.
      await corpus.growTo(corpus.size());
      return figures;
    },
  };
}
