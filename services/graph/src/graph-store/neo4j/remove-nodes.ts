import neo4j from 'neo4j-driver';
import { deleteEdges, lockNodes } from './edge-statements.ts';
import type { Neo4jTransaction } from './neo4j-connection.ts';

/**
 * Marks nodes as removed and creates missing nodes. Must be committed before the edges of the nodes are
 * deleted, so that later writers do not connect the nodes again.
 *
 * @param keys in ascending order
 */
export async function markRemoved(tx: Neo4jTransaction, keys: readonly string[]): Promise<void> {
  await tx.run(
    'UNWIND $keys AS key MERGE (node:LociNode {key: key}) SET node.gone = true, node.goneAt = timestamp()',
    { keys },
  );
}

/**
 * Deletes up to `limit` edges of removed nodes, in both directions. Returns the number of deleted edges. If
 * it is below `limit`, no edges remain.
 */
export async function deleteEdgesOf(
  tx: Neo4jTransaction,
  keys: readonly string[],
  limit: number,
): Promise<number> {
  const edges = await tx.run<{ key: string; fromKey: string; toKey: string }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})-[edge:LOCI_EDGE]-()
     WITH DISTINCT edge LIMIT $limit
     RETURN edge.key AS key, startNode(edge).key AS fromKey, endNode(edge).key AS toKey`,
    { keys, limit: neo4j.int(limit) },
  );
  await Promise.all([
    lockNodes(
      tx,
      edges.flatMap(({ fromKey, toKey }) => [fromKey, toKey]),
    ),
    deleteEdges(
      tx,
      edges.map(({ key }) => key),
    ),
  ]);
  return edges.length;
}
