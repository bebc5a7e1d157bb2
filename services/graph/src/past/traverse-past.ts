import type { MemoryClient } from '@loci/contracts';
import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import { requireKnownTime, validityTime } from '@loci/service-hosting';
import type { TimeTravel } from '@loci/service-hosting';
import { traverseIncrementally } from '../graph-store/incremental/incremental-traversal.ts';
import type { FetchIncidentEdges } from '../graph-store/incremental/incremental-traversal.ts';
import type { TraversalWithNodes, TraverseRequest } from '../relationships/traverse-graph.ts';
import { TRAVERSAL_LIMITS } from '../traversal/traverse.ts';
import { fetchPastEdges } from './past-adjacency.ts';
import { fetchToReachedNodes } from './fetch-to-reached-nodes.ts';
import { createPastNodes } from './past-nodes.ts';

export interface TraversePastDeps {
  inTransaction: InTransaction;
  memory: Pick<MemoryClient, 'getVersionsAt'>;
  now(): Date;
}

/** Each fetched edge can lead to a memory whose version must be read, so fewer edges are fetched than from Neo4j. */
const FETCH_LIMITS = { maxFetched: 10_000 };

/**
 * Returns the paths that start at a memory in the states of a time, which are read from PostgreSQL.
 *
 * @throws RES_NOT_FOUND if the memory did not exist; VAL_FIELD_INVALID for a time that is not known
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable
 * @see docs/reference/time.md#read-the-past
 */
export async function traversePast(
  { inTransaction, memory, now }: TraversePastDeps,
  { tenantId }: Caller,
  { included, ...request }: TraverseRequest,
  travel: TimeTravel,
): Promise<TraversalWithNodes> {
  const time = now();
  const at = validityTime(travel, time);
  const { asOf, knownAt } = travel;
  await inTransaction(tenantId, (tx) => requireKnownTime(tx, tenantId, knownAt, time));
  const nodes = createPastNodes(memory, tenantId, travel, included);
  await nodes.load([request.startId]);
  if (!nodes.get(request.startId)) throw notFound('memory', request.startId);

  const fetch: FetchIncidentEdges = (ids, filter) =>
    fetchToReachedNodes(nodes, () =>
      inTransaction(tenantId, (tx) => {
        const selection = { at, knownAt, included, isAsOf: asOf !== null, hiddenIds: nodes.hiddenIds() };
        return fetchPastEdges(tx, tenantId, ids, filter, selection);
      }),
    );
  const traversal = await traverseIncrementally(fetch, request, TRAVERSAL_LIMITS, FETCH_LIMITS);
  return {
    ...traversal,
    nodes: traversal.visitedIds.map((id) => {
      const { version, is_active: isActive, validity } = nodes.get(id)!;
      return { id, version, isActive, validity };
    }),
  };
}
