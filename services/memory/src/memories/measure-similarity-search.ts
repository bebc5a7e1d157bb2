import type { SearchClient } from '@loci/contracts';
import type { Metrics } from '@loci/runtime';

export type SimilarityMetrics = Pick<Metrics, 'similaritySearchDuration'>;

/** Returns a search for similar memories that records its duration, as the creation of a memory sees it. */
export function measureSimilaritySearch(
  search: Pick<SearchClient, 'findSimilar'>,
  metrics: SimilarityMetrics | undefined,
): Pick<SearchClient, 'findSimilar'> {
  if (metrics === undefined) return search;
  return {
    findSimilar: async (...parameters) => {
      const stop = metrics.similaritySearchDuration.startTimer();
      let outcome = 'failed';
      try {
        const similar = await search.findSimilar(...parameters);
        outcome = similar.length > 0 ? 'found' : 'none';
        return similar;
      } finally {
        stop({ outcome });
      }
    },
  };
}
