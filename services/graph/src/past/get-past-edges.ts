import { MAX_PAST_EDGES } from '@loci/contracts';
import { requireKnownTime, validityTime } from '@loci/service-hosting';
import type { TimeTravel } from '@loci/service-hosting';
import type { GraphEdge, NodeEdges } from '../graph-store/graph-store.ts';
import { fetchToReachedNodes } from './fetch-to-reached-nodes.ts';
import { fetchPastEdges } from './past-adjacency.ts';
import { createPastNodes } from './past-nodes.ts';
import type { TraversePastDeps } from './traverse-past.ts';

interface PastEdgesRequest {
  tenantId: string;
  ids: readonly string[];
  limitPerNode: number;
}

/**
 * Returns the strongest edges of memories in the states of a time, to memories that were true then. Examines up to
 * {@link MAX_PAST_EDGES} edges of each memory, and `total` counts these.
 *
 * @throws VAL_FIELD_INVALID for a time that is not known; SYS_SERVICE_UNAVAILABLE if the memory service is unavailable
 * @see docs/reference/search.md#search-the-past
 */
export async function getPastEdges(
  { inTransaction, memory, now }: TraversePastDeps,
  { tenantId, ids, limitPerNode }: PastEdgesRequest,
  travel: TimeTravel,
): Promise<NodeEdges[]> {
  if (ids.length === 0) return [];
  const time = now();
  const at = validityTime(travel, time);
  const { asOf, knownAt } = travel;
  await inTransaction(tenantId, (tx) => requireKnownTime(tx, tenantId, knownAt, time));
  const included = new Set<never>();
  const nodes = createPastNodes(memory, tenantId, travel, included);
  const filter = { direction: 'ANY' as const, types: [], limitPerNode: MAX_PAST_EDGES };
  const found = await fetchToReachedNodes(nodes, () =>
    inTransaction(tenantId, (tx) => {
      const selection = { at, knownAt, included, isAsOf: asOf !== null, hiddenIds: nodes.hiddenIds() };
      return fetchPastEdges(tx, tenantId, ids, filter, selection);
    }),
  );
  return found.map(({ id, edges }) => ({
    id,
    edges: edges.toSorted(byWeight).slice(0, limitPerNode),
    total: edges.length,
  }));
}

/** Highest weight first, then largest ID first, as in the graph store. */
const byWeight = (a: GraphEdge, b: GraphEdge): number => weightOf(b) - weightOf(a) || (a.id < b.id ? 1 : -1);

const weightOf = ({ strength, confidence }: GraphEdge): number => Number((strength * confidence).toFixed(12));
