import type { NodeEdgesWire, ResultItem, SearchFilterWire } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { explainResults } from './explain/explain-results.ts';
import type { Explanation } from './explain/explanation.resource.ts';
import type { KnowledgeCloud } from './knowledge-cloud.ts';
import type { FusedItem } from './rank-results.ts';
import { RETRIEVERS } from './retriever.ts';
import type { Retriever } from './retriever.ts';
import { runPipeline } from './run-pipeline.ts';
import { createSearchContext } from './search-context.ts';
import type { HybridSearchDeps } from './search-context.ts';

export interface HybridSearch {
  query: string;
  /** Maximum number of results, 1 to 100. */
  limit: number;
  /**
   * Number of best results to skip because an earlier, truncated response of the same search contained them.
   */
  skip: number;
  /** Weight per retriever, 0 to 1. A weight of 0 excludes the retriever from the fusion. */
  weights: Record<Retriever, number>;
  filter: SearchFilterWire;
  expandGraph: boolean;
  graphMaxDepth: number;
  graphSeedLimit: number;
  /** The constant `k` of reciprocal rank fusion. */
  rrfK: number;
  /** Minimum fused score of a result, or null for none. */
  minScore: number | null;
  /** Half-life of the part of the score that depends on the age of an item, or null for none. */
  recencyHalfLifeDays: number | null;
  /** Number of neighboring chunks on each side in the context of a document chunk. */
  includeNeighbors: number;
  /** True to explain the score of each result. */
  explain: boolean;
}

export interface HybridHit {
  item: ResultItem;
  fused: FusedItem;
  /** BM25 score. Null if the item does not match or only the graph found it. */
  keywordScore: number | null;
  /** Cosine similarity. Null if it is unknown or only the graph found the item. */
  vectorScore: number | null;
  graphScore: number | null;
  relationships: NodeEdgesWire | undefined;
  /** Null if the search does not explain its scores. */
  explanation: Explanation | null;
}

export interface HybridResult {
  /** Results, best first. */
  hits: HybridHit[];
  /** Requested retrievers that failed. */
  degraded: Retriever[];
  timesMs: Record<Retriever | 'fusion' | 'total', number>;
  /** Number of items that each retriever found. */
  counts: Record<Retriever, number>;
  /** Knowledge cloud of the results. Null if graph expansion is off. */
  cloud: KnowledgeCloud | null;
}

/**
 * Finds items with the keyword, vector and graph retrievers and fuses their rankings. A retriever that fails
 * is reported as degraded. The filter applies to all retrievers.
 *
 * @param signal aborted when the caller disconnects
 * @throws SYS_SERVICE_UNAVAILABLE if the search service or every retriever with a positive weight is
 *   unavailable
 * @see docs/reference/search.md#hybrid-search
 */
export async function hybridSearch(
  deps: HybridSearchDeps,
  caller: Caller,
  request: HybridSearch,
  signal: AbortSignal,
): Promise<HybridResult> {
  const startedAt = performance.now();
  const context = createSearchContext(deps, caller, request, signal);
  const run = await runPipeline(context);
  const { candidateSet, rankings, expansion, loaded } = run;
  const { candidates } = candidateSet;
  const { best, items, relationships, graph } = loaded;
  const explanations = request.explain ? await explainResults(context, run) : null;
  const isCandidate = ({ position }: FusedItem): boolean => position < candidates.length;
  return {
    hits: best.flatMap((fused): HybridHit[] => {
      const item = items.get(fused.id);
      // The item was deleted after it was found.
      if (!item) return [];
      return [
        {
          item,
          fused,
          keywordScore: isCandidate(fused) ? candidates.value('keyword_score', fused.position) : null,
          vectorScore: isCandidate(fused) ? candidates.value('vector_score', fused.position) : null,
          graphScore: graph?.scores[fused.position] ?? null,
          relationships: relationships.get(fused.id),
          explanation: explanations?.get(fused.id) ?? null,
        },
      ];
    }),
    degraded: RETRIEVERS.filter((retriever) => context.degraded.has(retriever)),
    timesMs: {
      keyword: candidateSet.keyword?.time_ms ?? 0,
      vector: candidateSet.vector?.time_ms ?? 0,
      graph: expansion?.timeMs ?? 0,
      fusion: loaded.fusionMs,
      total: performance.now() - startedAt,
    },
    counts: {
      keyword: rankings.keyword ? candidateSet.keyword!.count : 0,
      vector: rankings.vector ? candidateSet.vector!.count : 0,
      graph: graph?.ranking.length ?? 0,
    },
    cloud: loaded.cloud,
  };
}
