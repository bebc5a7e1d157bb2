import type { ExpandRequest, ExpandedNode } from '@loci/contracts';
import type { GraphStore } from '../graph-store/graph-store.ts';

/** Fraction of its score that an item transfers in each step. @see docs/reference/relationships.md#graph-expansion */
const DAMPING = 0.5;
/**
 * Maximum number of reached items that the graph store returns in addition to the candidates. Far above
 * `max_reached`, because reached items with high scores could otherwise displace candidates with low scores.
 */
const MAX_WALKED_ITEMS = 10_000;

/**
 * Runs a personalized PageRank from the candidates of a search.
 *
 * @returns all candidates and the `max_reached` best other items, highest score first
 */
export async function expandGraph(
  graphStore: Pick<GraphStore, 'expand'>,
  request: ExpandRequest,
): Promise<ExpandedNode[]> {
  const { nodes } = await graphStore.expand(request.tenant_id, {
    start: request.start,
    seedLimit: request.seed_limit,
    maxDepth: request.max_depth,
    damping: DAMPING,
    maxNodes: request.start.length + MAX_WALKED_ITEMS,
    maxEdges: 0,
    extraEdges: request.extra_links.map((link) => ({
      fromId: link.from_id,
      toId: link.to_id,
      weight: link.weight,
    })),
  });
  const startIds = new Set(request.start.map(({ id }) => id.toLowerCase()));
  let reached = 0;
  return nodes.filter(({ id }) => startIds.has(id) || ++reached <= request.max_reached);
}
