import { ID_LENGTH } from '@loci/contracts';
import type { CandidateColumns, ExpandedNode, FilteredItem } from '@loci/contracts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { Ranking } from './retriever.ts';
import type { SearchContext } from './search-context.ts';
import { sortByScore } from './sort-by-score.ts';

/** Result of the graph retriever. */
export interface GraphExpansion {
  /**
   * Positions of the candidates and the reached items in the list of all items, highest graph score first.
   */
  ranking: Ranking;
  /** Graph scores of the candidates and the reached items. The index is the position of the item. */
  scores: Float64Array;
  /**
   * Items that pass the filter and that only the graph found. Their positions follow those of the candidates.
   */
  reached: readonly FilteredItem[];
  /** The seeds and the items that the expansion visited, highest graph score first. */
  visited: readonly ExpandedNode[];
  /** Duration of the expansion in milliseconds. */
  timeMs: number;
}

/** Maximum number of items other than seeds that one expansion returns before the filter is applied. */
const MAX_REACHED = 30;

/**
 * Runs a personalized PageRank from the seeds along relationships and conversation links. Each candidate
 * starts with its blended score, so without relationships the graph ranking equals the blended ranking.
 *
 * @returns null if the graph retriever is off or unavailable
 * @throws SYS_SERVICE_UNAVAILABLE if the search service cannot filter the reached items
 * @see docs/reference/relationships.md#graph-expansion
 */
export async function expandGraph(
  context: SearchContext,
  candidateSet: CandidateSet,
): Promise<GraphExpansion | null> {
  const { search, graph, tenantId, request } = context;
  const { candidates, seedCount } = candidateSet;
  const { links } = candidates.data;
  if (!request.expandGraph || request.weights.graph === 0) return null;
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
      },
      context.graphOptions(),
    ),
  );
  if (expanded === null) return null;
  const positions = new Map(expanded.map(({ id }) => [id, candidates.positionOf(id)]));
  const newIds = expanded.filter(({ id }) => positions.get(id) === -1).map(({ id }) => id);
  const reached =
    newIds.length === 0
      ? []
      : await search.filterIds(tenantId, newIds, request.filter, context.searchOptions());
  reached.forEach(({ id }, i) => positions.set(id, candidates.length + i));
  const visited = expanded.filter(({ id }) => positions.get(id) !== -1);
  const scores = addGraphScores(candidates, seedCount, reached.length, visited, positions);
  return {
    ranking: sortByScore(scores),
    scores,
    reached,
    visited: visited.sort((a, b) => b.score - a.score),
    timeMs: performance.now() - startedAt,
  };
}

/**
 * Returns the graph scores of the candidates and the reached items, indexed by the position of the item, and
 * updates the scores of the visited nodes. The expansion already includes the blended score in the score of a
 * seed. This function adds the blended score to the scores of the other candidates.
 */
function addGraphScores(
  candidates: CandidateColumns,
  seedCount: number,
  reachedCount: number,
  visited: readonly ExpandedNode[],
  positions: ReadonlyMap<string, number>,
): Float64Array {
  const scores = new Float64Array(candidates.length + reachedCount);
  scores.set(candidates.data.blended);
  for (const node of visited) {
    const position = positions.get(node.id)!;
    if (position >= seedCount) node.score += scores[position]!;
    scores[position] = node.score;
  }
  return scores;
}
