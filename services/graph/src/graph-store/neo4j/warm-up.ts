import { newId } from '@loci/core';
import { toSelectionBounds } from '../../traversal/graph-selection.ts';
import { fetchIncidentEdges, MAX_TRAVERSAL_STEPS } from './fetch-incident-edges.ts';
import { fetchTransitions } from './fetch-transitions.ts';
import type { Neo4jConnection, Neo4jReader } from './neo4j-connection.ts';
import { keyOf, keyRange } from './neo4j-schema.ts';
import { readEdgesBetween, readEdgesOf, readRevisions } from './read-edges.ts';

/** Timeout of the warm-up. A server that was just started took up to 17 s for its first queries. */
const TIMEOUT_MS = 30_000;
/** Maximum number of steps of an expansion. Each number of steps has its own query. */
const MAX_STEPS = 5;
/** Number of concurrent reads, each of which opens a connection. */
const CONNECTIONS = 4;

/**
 * Opens connections and runs each read query once, so that Neo4j compiles the queries before the first
 * request, which has a shorter timeout. The queries read a tenant that does not exist.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if Neo4j does not respond within 30 seconds
 */
export async function warmUp(connection: Neo4jConnection): Promise<void> {
  const tenantId = newId();
  const id = newId();
  const keys = [keyOf(tenantId, id)];
  const bounds = toSelectionBounds({});
  const read = async (reader: Neo4jReader): Promise<void> => {
    const filter = { direction: 'ANY', types: [], bounds, limitPerNode: 1 } as const;
    const limits = { maxPaths: 1, maxFetched: 1, maxLimitPerNode: 1 };
    for (let steps = 1; steps <= MAX_TRAVERSAL_STEPS; steps++) {
      await fetchIncidentEdges(reader, keys, filter, { steps, ...limits });
    }
    for (let steps = 1; steps <= MAX_STEPS; steps++) {
      await fetchTransitions(reader, tenantId, [[id], ...Array<string[]>(steps - 1).fill([])], bounds);
    }
    await readEdgesOf(reader, keys, { limitPerNode: 1 });
    await readEdgesBetween(reader, keys, 1);
    await readRevisions(reader, keyRange(tenantId), 1);
  };
  const reads = Array.from({ length: CONNECTIONS }, () => connection.read(TIMEOUT_MS, read));
  await Promise.all(reads);
}
