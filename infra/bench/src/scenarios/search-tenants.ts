import { prepareSearches } from '../load/corpus.ts';
import type { Corpus } from '../load/corpus.ts';
import { operationsOf, searchDuringStores } from './search-during-stores.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const TENANTS = 100;
const MEMORIES_EACH = 200;

/** Measures hybrid search on 100 small tenants in turn, during stores to these tenants. */
export const searchTenants: Scenario = {
  name: 'search-100-tenants',
  run: async (context) => {
    const tenants = scaled(context, TENANTS);
    const memoriesEach = scaled(context, MEMORIES_EACH);
    const { stores, searches } = operationsOf(context.scale);
    const corpora: Corpus[] = [];
    for (let index = 0; index < tenants; index++) {
      const corpus = await context.corpus(`search ${index}`);
      await corpus.growTo(memoriesEach);
      corpora.push(corpus);
    }
    const prepared = corpora.map((corpus) => corpus.prepareStores(Math.ceil(stores / tenants)));
    const bodies = prepareSearches(context.texts, searches);
    return searchDuringStores({
      scenario: 'search-100-tenants',
      clock: context.clock,
      scale: context.scale,
      store: (index) => prepared[index % tenants]!.store(Math.floor(index / tenants)),
      search: (index) =>
        corpora[index % tenants]!.tenant.searches.send('POST', '/api/v2/search/hybrid', bodies[index]!, 200),
      eventLoopDelayP99Ms: context.eventLoopDelayP99Ms,
      targets: [],
      note: `${tenants} tenants of ${memoriesEach} memories in turn`,
    });
  },
};
