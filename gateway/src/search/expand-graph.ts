import type { ExpandedNode, FilteredItem } from '@loci/contracts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { Ranking } from './retriever.ts';
import type { SearchContext } from './search-context.ts';

/** Result of the graph retriever. */
export interface GraphExpansion {
  /** The candidates and the reached items, highest graph score first. */
  ranking: Ranking;
  scores: ReadonlyMap<string, number>;
  /** Items that pass the filter and that only the graph found. */
  reached: ReadonlyMap<string, FilteredItem>;
  /** The seeds and the items that the expansion visited, highest graph score first. */
  visited: readonly ExpandedNode[];
  /** Duration of the expansion in milliseconds. */
  timeMs: number;
}

/** Maximum number of items beyond the seeds that one expansion returns, before the filter. */
const MAX_REACHED = 30;

/**
 * Runs a personalized PageRank from the seeds along relationships and conversation links. Each candidate starts with
 * its blended score, so without relationships the graph ranking equals the blended ranking.
 *
 * @returns null if the graph retriever is off or unavailable
 * @throws SYS_SERVICE_UNAVAILABLE if the search service cannot filter the reached items
 * @see docs/reference/relationships.md#graph-expansion
 */
export async function expandGraph(
  context: SearchContext,
  { candidates, seeds, conversationLinks }: CandidateSet,
): Promise<GraphExpansion | null> {
  const { search, graph, tenantId, request, searchOptions, graphOptions } = context;
  if (!request.expandGraph || request.weights.graph === 0) return null;
  const startedAt = performance.now();
  const expanded = await context.orWithoutGraph(
    graph.expand(
      {
        tenant_id: tenantId,
        start: seeds.map((item) => ({ id: item.id, score: item.blended })),
        seed_limit: Math.max(1, seeds.length),
        max_depth: request.graphMaxDepth,
        max_reached: MAX_REACHED,
        extra_links: conversationLinks,
      },
      graphOptions,
    ),
  );
  if (expanded === null) return null;
  const scores = new Map(candidates.map((item) => [item.id, item.blended]));
  const newIds = expanded.filter((node) => !scores.has(node.id)).map((node) => node.id);
  const admitted =
    newIds.length === 0 ? [] : await search.filterIds(tenantId, newIds, request.filter, searchOptions);
  const reached = new Map(admitted.map((item) => [item.id, item]));
  const visited = expanded.filter((node) => scores.has(node.id) || reached.has(node.id));
  const seedIds = new Set(seeds.map((item) => item.id));
  for (const node of visited) {
    // The graph score of a seed already contains its blended score. Other candidates add theirs.
    if (!seedIds.has(node.id)) node.score += scores.get(node.id) ?? 0;
    scores.set(node.id, node.score);
  }
  return {
    // The sort is stable, so candidates with equal scores keep the order of `compareTies`.
    ranking: [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id),
    scores,
    reached,
    visited: visited.sort((a, b) => b.score - a.score),
    timeMs: performance.now() - startedAt,
  };
}
