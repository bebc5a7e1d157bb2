import type { IncidentEdges } from '../graph-store/incremental/incident-edges.ts';
import type { PastNodes } from './past-nodes.ts';

/** Maximum number of queries for the edges of the same nodes. A query is repeated without the hidden memories. */
const MAX_QUERIES = 5;

/**
 * Repeats a query of edges until none of them leads to a memory that `nodes` hides.
 *
 * @param query must not return edges to `nodes.hiddenIds()`
 */
export async function fetchToReachedNodes(
  nodes: PastNodes,
  query: () => Promise<IncidentEdges[]>,
): Promise<IncidentEdges[]> {
  for (let queries = 1; ; queries++) {
    const incident = await query();
    await nodes.load(incident.flatMap(({ edges }) => edges.flatMap(({ fromId, toId }) => [fromId, toId])));
    const hidden = new Set(nodes.hiddenIds());
    const targetOf = (id: string, fromId: string, toId: string): string => (fromId === id ? toId : fromId);
    const reached = incident.map(({ id, edges, limit, incomplete }) => {
      const kept = edges.filter(({ fromId, toId }) => !hidden.has(targetOf(id, fromId, toId)));
      return { id, edges: kept, limit, incomplete: incomplete || kept.length < edges.length };
    });
    const isComplete = reached.every(({ edges }, index) => edges.length === incident[index]!.edges.length);
    if (isComplete || queries === MAX_QUERIES) return reached;
  }
}
