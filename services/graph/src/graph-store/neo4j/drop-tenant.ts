import neo4j from 'neo4j-driver';
import type { Neo4jTransaction } from './neo4j-connection.ts';
import type { KeyRange } from './neo4j-schema.ts';

const isInRange = (name: string): string => `${name}.key > $after AND ${name}.key < $end`;

/**
 * Statements that delete a tenant in batches. Edges come first, because deleting a node would delete all its
 * edges in the same batch.
 */
export const TENANT_DELETIONS = [
  `MATCH ()-[edge:LOCI_EDGE]->() WHERE ${isInRange('edge')}
   WITH edge LIMIT $limit DELETE edge RETURN count(*) AS deleted`,
  `MATCH (guard:LociEdgeGuard) WHERE ${isInRange('guard')}
   WITH guard LIMIT $limit DELETE guard RETURN count(*) AS deleted`,
  `MATCH (node:LociNode) WHERE ${isInRange('node')}
   WITH node LIMIT $limit DETACH DELETE node RETURN count(*) AS deleted`,
] as const;

/** Deletes up to `limit` entities and returns their number. If it is below `limit`, no entities remain. */
export async function deleteBatch(
  tx: Neo4jTransaction,
  deletion: (typeof TENANT_DELETIONS)[number],
  range: KeyRange,
  limit: number,
): Promise<number> {
  const [row] = await tx.run<{ deleted: number }>(deletion, { ...range, limit: neo4j.int(limit) });
  return row!.deleted;
}
