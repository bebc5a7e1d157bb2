import { newId } from '@loci/core';
import { fetchIncidentEdges } from './fetch-incident-edges.ts';
import type { Neo4jConnection, Neo4jTransaction } from './neo4j-connection.ts';
import { keyOf, keyRange } from './neo4j-schema.ts';
import { readEdgesBetween, readEdgesOf, readRevisions } from './read-edges.ts';

/** Timeout of the warm-up. A server that was just started took up to 17 s for its first queries. */
const TIMEOUT_MS = 30_000;
/** Number of concurrent transactions, each of which opens a connection. */
const CONNECTIONS = 4;

/**
 * Opens connections and runs each read query once, so that Neo4j compiles the queries before the first
 * request, which has a shorter timeout. The queries read a tenant that does not exist.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if Neo4j does not respond within 30 seconds
 */
export async function warmUp(connection: Neo4jConnection): Promise<void> {
  const tenantId = newId();
  const keys = [keyOf(tenantId, newId())];
  const read = async (tx: Neo4jTransaction): Promise<void> => {
    await fetchIncidentEdges(tx, keys, {
      direction: 'ANY',
      types: [],
      includeInactive: false,
      limitPerNode: 1,
    });
    await readEdgesOf(tx, keys, { limitPerNode: 1 });
    await readEdgesBetween(tx, keys, 1);
    await readRevisions(tx, keyRange(tenantId), 1);
  };
  const transactions = Array.from({ length: CONNECTIONS }, () =>
    connection.inTransaction('read', TIMEOUT_MS, read),
  );
  await Promise.all(transactions);
}
