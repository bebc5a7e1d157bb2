import { idAt } from '@loci/contracts';
import type { ExpandRequest } from '@loci/contracts';
import type { ExpandedNode } from '../expansion/expansion.ts';
import type { GraphStore } from '../graph-store/graph-store.ts';

/** Fraction of its score that an item transfers in each step. @see docs/reference/relationships.md#graph-expansion */
const DAMPING = 0.5;

/**
 * Runs a personalized PageRank from the start items of a search.
 *
 * @returns all start items and the `max_reached` best other items, highest score first
 */
export async function expandGraph(
  graphStore: Pick<GraphStore, 'expand'>,
  { tenant_id: tenantId, ids, scores, links, ...request }: ExpandRequest,
): Promise<ExpandedNode[]> {
  const { nodes } = await graphStore.expand(tenantId, {
    start: scores.map((score, position) => ({ id: idAt(ids, position), score })),
    seedLimit: scores.length,
    maxDepth: request.max_depth,
    damping: DAMPING,
    maxReached: request.max_reached,
    extraEdges: Array.from({ length: links.length / 2 }, (_, i) => ({
      fromId: idAt(ids, links[2 * i]!),
      toId: idAt(ids, links[2 * i + 1]!),
      weight: request.link_weight,
    })),
  });
  return nodes;
}
