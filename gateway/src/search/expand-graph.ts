import { ID_LENGTH } from '@loci/contracts';
import type { ExpandedNode, NodeEdgesWire } from '@loci/contracts';
import type { FusedRanking } from './fused-ranking.ts';
import { listLikelyResults } from './list-likely-results.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import { MAX_RELATIONSHIPS_PER_RESULT } from './result-relationships.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { SearchContext } from './search-context.ts';

/** Response of the graph retriever. */
export interface GraphExpansion {
  /** The seeds and the items that the expansion visited, highest graph score first. */
  nodes: readonly ExpandedNode[];
  /** Ids of the visited items that are not candidates. Some of them may not pass the filter. */
  reachedIds: readonly string[];
  /** Relationships by item id. */
  edges: ReadonlyMap<string, NodeEdgesWire>;
  /** Ids of the items whose relationships were loaded. `edges` lacks the items without relationships. */
  withEdges: ReadonlySet<string>;
  /** Ranking of the candidates before the expansion. Null if it is unknown, because it was not needed. */
  unexpanded: FusedRanking | null;
  /** Duration of the expansion in milliseconds. */
  timeMs: number;
}

/** Maximum number of items other than seeds that one expansion returns before the filter is applied. */
const MAX_REACHED = 30;

/**
 * Runs a personalized PageRank from the seeds along relationships and conversation links, and loads the
 * relationships of the likely results in the same request, unless the search omits relationships.
 *
 * @returns null if the graph retriever is off or unavailable
 * @see docs/reference/relationships.md#graph-expansion
 */
export async function expandGraph(
  context: SearchContext,
  candidateSet: CandidateSet,
  rankings: RetrieverRankings,
): Promise<GraphExpansion | null> {
  const { graph, tenantId, request } = context;
  const { candidates, seedCount } = candidateSet;
  const { links } = candidates.data;
  if (!request.expandGraph || request.weights.graph === 0) return null;
  const likely = request.withRelationships
    ? listLikelyResults(request, candidateSet, rankings)
    : { ids: [], includesReached: false, ranking: null };
  const startedAt = performance.now();
  const expanded = await context.orWithoutGraph(
    graph.expand(
      {
        tenant_id: tenantId,
        // Without links, the ids of the other candidates are not needed.
        ids: links.length === 0 ? candidates.data.ids.slice(0, seedCount * ID_LENGTH) : candidates.data.ids,
        scores: Array.from(candidates.data.blended.subarray(0, seedCount)),
        max_depth: request.graphMaxDepth,
        max_reached: MAX_REACHED,
        links: Array.from(links),
        link_weight: candidateSet.linkWeight,
        edges_of: likely.ids.join(''),
        edges_of_reached: likely.includesReached,
        limit_per_node: MAX_RELATIONSHIPS_PER_RESULT,
        ...(request.filter.include && { include: [...new Set(request.filter.include)] }),
        ...(request.explain && { explain: true }),
      },
      context.graphOptions(),
    ),
  );
  if (expanded === null) return null;
  const { nodes, edges } = expanded;
  const reachedIds = nodes.flatMap(({ id }) => (candidates.positionOf(id) === -1 ? id : []));
  return {
    nodes,
    reachedIds,
    edges: new Map(edges.map((entry) => [entry.id, entry])),
    withEdges: new Set([...likely.ids, ...(likely.includesReached ? reachedIds : [])]),
    unexpanded: likely.ranking,
    timeMs: performance.now() - startedAt,
  };
}
