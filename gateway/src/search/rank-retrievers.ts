import type { HybridSearch } from './hybrid-search.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { Ranking } from './retriever.ts';
import { sortByScore } from './sort-by-score.ts';

/**
 * Rankings of the keyword and the vector retriever. A retriever that failed or has the weight 0 is absent.
 */
export type RetrieverRankings = Partial<Record<'keyword' | 'vector', Ranking>>;

export const rankRetrievers = (
  { weights }: HybridSearch,
  { candidates: { data }, keyword, vector }: CandidateSet,
): RetrieverRankings => ({
  ...(weights.keyword > 0 && keyword ? { keyword: sortByScore(data.keyword_rank_score) } : {}),
  ...(weights.vector > 0 && vector ? { vector: sortByScore(data.vector_rank_score) } : {}),
});
