import { prepareSearches } from '../load/corpus.ts';
import type { Target } from '../report/figure.ts';
import { operationsOf, searchDuringStores } from './search-during-stores.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

/**
 * Creates a scenario for hybrid search on a tenant with `memories` memories, which grows during the search.
 */
function searchAt(name: string, memories: number, targets: Target[]): Scenario {
  return {
    name,
    run: async (context) => {
      const corpus = await context.corpus();
      const { stores, searches } = operationsOf(context.scale);
      // The concurrent stores add memories, so the nominal size is reached halfway.
      await corpus.growTo(Math.max(1, scaled(context, memories) - Math.round(stores / 2)));
      const prepared = corpus.prepareStores(stores);
      const bodies = prepareSearches(context.texts, searches);
      const sizeBefore = corpus.size();
      const { tenant } = corpus;
      return searchDuringStores({
        scenario: name,
        clock: context.clock,
        scale: context.scale,
        store: prepared.store,
        search: (index) => tenant.searches.send('POST', '/api/v2/search/hybrid', bodies[index]!, 200),
        eventLoopDelayP99Ms: context.eventLoopDelayP99Ms,
        targets,
        note: `one tenant of ${sizeBefore} to ${sizeBefore + stores} memories`,
      });
    },
  };
}

/** Search scenarios by ascending size, because all of them use the same growing tenant. */
export const searchSizes: readonly Scenario[] = [
  searchAt('search-1k', 1_000, []),
  searchAt('search-6k', 6_000, [
    { of: 'p50', atMost: 3 },
    { of: 'p95', atMost: 9 },
  ]),
  searchAt('search-20k', 20_000, []),
  searchAt('search-100k', 100_000, [
    { of: 'p50', atMost: 8 },
    { of: 'p95', atMost: 24 },
  ]),
];
