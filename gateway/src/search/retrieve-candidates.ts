import { retrieverWindow } from '@loci/contracts';
import type { CandidateColumns, Candidates, RankScoreParts, SecondHop } from '@loci/contracts';
import type { HybridSearch } from './hybrid-search.ts';
import { SECOND_HOP_RANKS } from './raise-second-hop.ts';
import type { SearchContext } from './search-context.ts';

/** Items that the keyword and the vector retriever found. */
export interface CandidateSet {
  /** The candidates, sorted by `compareTies`, highest blended score first. */
  candidates: CandidateColumns;
  /** Number of candidates, best first, from which graph expansion starts. */
  seedCount: number;
  /** Weight of the links between adjacent turns of conversations. */
  linkWeight: number;
  keyword: Candidates['keyword'];
  vector: Candidates['vector'];
  /** True if the indexes of the tenant lack items. */
  isIncomplete: boolean;
  /** Parts of the rank scores. Null if the search does not explain its scores. */
  parts: RankScoreParts | null;
  /** Candidates that the second hop found. Null if it did not run. */
  secondHop: SecondHop | null;
}

/** Returns the part of a request to the search service that determines which items the retrievers find. */
export function toRetrieverQuery(request: HybridSearch) {
  const { weights } = request;
  // A graph-only search needs seeds. The keyword and vector retrievers therefore run, but their rankings are
  // not fused.
  const isGraphOnly = weights.keyword === 0 && weights.vector === 0;
  return {
    query: request.query,
    filter: request.filter,
    window: retrieverWindow(request.limit),
    keyword: weights.keyword > 0 || isGraphOnly,
    vector: weights.vector > 0 || isGraphOnly,
  };
}

/**
 * Retrieves the candidates of a search and marks failed retrievers as degraded.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if no retriever responds
 * @see docs/reference/search.md#candidates
 */
export async function retrieveCandidates(context: SearchContext): Promise<CandidateSet> {
  const { search, tenantId, request, degraded } = context;
  const { weights } = request;
  const found = await search.candidates(
    {
      tenant_id: tenantId,
      ...toRetrieverQuery(request),
      conversation_neighbors: true,
      // The scores of a single retriever do not depend on the contents of its best results.
      ...(weights.keyword > 0 &&
        weights.vector > 0 && { shared_terms: true, ...(hasSecondHop(request) && { second_hop: true }) }),
      ...(request.explain && { explain: true }),
    },
    context.searchOptions(),
  );
  for (const retriever of found.failed) if (weights[retriever] > 0) degraded.add(retriever);
  return {
    candidates: found.columns,
    seedCount: Math.min(request.graphSeedLimit, found.columns.length),
    linkWeight: found.link_weight,
    keyword: found.keyword,
    vector: found.vector,
    isIncomplete: found.is_incomplete === true,
    parts: found.rank_score_parts ?? null,
    secondHop: found.second_hop ?? null,
  };
}

/**
 * Returns false if a second hop cannot or should not change the results: a search of the past has the texts of another time, and
 * superseded versions are not in the index of the current items.
 */
function hasSecondHop({ secondHop, past, include, limit, diversity }: HybridSearch): boolean {
  if (!secondHop || past !== null || include.includes('superseded')) return false;
  return limit >= SECOND_HOP_RANKS[0] || diversity > 0;
}
