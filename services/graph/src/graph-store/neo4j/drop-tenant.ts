import neo4j from 'neo4j-driver';
import type { Neo4jTransaction } from './neo4j-connection.ts';

const inRange = (name: string): string => `${name}.key > $after AND ${name}.key < $end`;

/** Edges before nodes: a node with many edges would go in one large transaction. */
export const DELETIONS = [
  `MATCH ()-[edge:LOCI_EDGE]->() WHERE ${inRange('edge')}
   WITH edge LIMIT $limit DELETE edge RETURN count(*) AS deleted`,
  `MATCH (guard:LociEdgeGuard) WHERE ${inRange('guard')}
   WITH guard LIMIT $limit DELETE guard RETURN count(*) AS deleted`,
  `MATCH (node:LociNode) WHERE ${inRange('node')}
   WITH node LIMIT $limit DETACH DELETE node RETURN count(*) AS deleted`,
] as const;

/** @returns how many were deleted; fewer than `limit` when there are no more */
export async function deleteSome(
  tx: Neo4jTransaction,
  deletion: (typeof DELETIONS)[number],
  keys: { after: string; end: string },
  limit: number,
): Promise<number> {
  const [row] = await tx.run<{ deleted: number }>(deletion, { ...keys, limit: neo4j.int(limit) });
  return row!.deleted;
}
