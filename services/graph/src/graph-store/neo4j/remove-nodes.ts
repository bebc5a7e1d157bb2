import neo4j from 'neo4j-driver';
import { deleteEdges, lockNodes } from './edge-statements.ts';
import type { Neo4jTransaction } from './neo4j-connection.ts';

/** Committed before their edges are deleted: whoever links to them from then on sees it. @param keys in order */
export async function markGone(tx: Neo4jTransaction, keys: readonly string[]): Promise<void> {
  await tx.run('UNWIND $keys AS key MERGE (node:LociNode {key: key}) SET node.gone = true', { keys });
}

/**
 * Deletes up to `limit` edges at either end of nodes that are gone.
 * @returns how many were found; fewer than `limit` when there are no more
 */
export async function deleteEdgesOf(
  tx: Neo4jTransaction,
  keys: readonly string[],
  limit: number,
): Promise<number> {
  const found = await tx.run<{ key: string; fromKey: string; toKey: string }>(
    `UNWIND $keys AS key
     MATCH (node:LociNode {key: key})-[edge:LOCI_EDGE]-()
     WITH DISTINCT edge LIMIT $limit
     RETURN edge.key AS key, startNode(edge).key AS fromKey, endNode(edge).key AS toKey`,
    { keys, limit: neo4j.int(limit) },
  );
  await Promise.all([
    lockNodes(
      tx,
      found.flatMap(({ fromKey, toKey }) => [fromKey, toKey]),
    ),
    deleteEdges(
      tx,
      found.map(({ key }) => key),
    ),
  ]);
  return found.length;
}
