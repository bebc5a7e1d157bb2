import { retrieverWindow } from '@loci/contracts';
import type { CandidateColumns, Candidates, RankScoreParts } from '@loci/contracts';
import type { HybridSearch } from './hybrid-search.ts';
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
      // The scores of a single retriever do not depend on the terms of its best results.
      ...(weights.keyword > 0 && weights.vector > 0 && { shared_terms: true }),
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
  };
}
