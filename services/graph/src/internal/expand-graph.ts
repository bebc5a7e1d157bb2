import { ID_LENGTH, idAt } from '@loci/contracts';
import type { Expanded, expandRequest } from '@loci/contracts';
import type { z } from 'zod';
import type { ExpandedNode } from '../expansion/expansion.ts';
import type { GraphStore } from '../graph-store/graph-store.ts';
import { toGraphSelection } from '../graph-store/to-graph-selection.ts';
import { toNodeEdgesWire } from './graph-edge-wire.ts';

/** Fraction of its score that an item transfers in each step. @see docs/reference/relationships.md#graph-expansion */
const DAMPING = 0.5;

type Expand = z.infer<typeof expandRequest>;

export interface ExpandGraphDeps {
  graphStore: Pick<GraphStore, 'expand' | 'edgesOf'>;
  now(): Date;
}

/**
 * Runs a personalized PageRank from the start items, and reads the strongest edges of the requested items.
 */
export async function expandGraph({ graphStore, now }: ExpandGraphDeps, request: Expand): Promise<Expanded> {
  const at = now();
  const atMs = at.getTime();
  const requested = Array.from({ length: request.edges_of.length / ID_LENGTH }, (_, i) =>
    idAt(request.edges_of, i),
  );
  const readEdges = async (ids: readonly string[]) =>
    ids.length === 0
      ? []
      : graphStore.edgesOf(request.tenant_id, ids, { limitPerNode: request.limit_per_node, atMs });
  const walkAndReadEdges = async () => {
    const nodes = await walk(graphStore, request, at);
    const known = new Set(requested);
    const reached = nodes.flatMap(({ id, depth }) => (depth > 0 && !known.has(id) ? id : []));
    return { nodes, edges: await readEdges(request.edges_of_reached ? reached : []) };
  };
  const [{ nodes, edges }, requestedEdges] = await Promise.all([walkAndReadEdges(), readEdges(requested)]);
  return { nodes, edges: [...requestedEdges, ...edges].flatMap(toNodeEdgesWire) };
}

/** Returns all start items and the `max_reached` best other items, highest score first. */
async function walk(
  graphStore: Pick<GraphStore, 'expand'>,
  { tenant_id: tenantId, ids, scores, links, ...request }: Expand,
  at: Date,
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
    ...(request.explain && { explain: true }),
    ...toGraphSelection(new Set(request.include), at),
  });
  return nodes;
}
