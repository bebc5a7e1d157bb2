import type { ExpandRequest, ExpandedNode } from '@loci/contracts';
import type { GraphStore } from '../graph-store/graph-store.ts';

/** Share of its mass that an item passes on in each step. @see ARCHITECTURE.md section 6 */
const DAMPING = 0.5;
/** Items that a walk may find before the heaviest are chosen; a dense graph finds many more than it needs. */
const MAX_WALKED = 10_000;

/** All candidates with what they gained, and the heaviest of the items that the walk found, heaviest first. */
export async function expandGraph(
  graphStore: Pick<GraphStore, 'expand'>,
  request: ExpandRequest,
): Promise<ExpandedNode[]> {
  const { nodes } = await graphStore.expand(request.tenant_id, {
    start: request.masses,
    seedLimit: request.seed_limit,
    maxDepth: request.max_depth,
    damping: DAMPING,
    maxNodes: request.masses.length + MAX_WALKED,
    maxEdges: 0,
    extraEdges: request.extra_links.map((link) => ({
      fromId: link.from_id,
      toId: link.to_id,
      weight: link.weight,
    })),
  });
  const candidates = new Set(request.masses.map(({ id }) => id.toLowerCase()));
  let reached = 0;
  return nodes.filter(({ id }) => candidates.has(id) || ++reached <= request.max_reached);
}
