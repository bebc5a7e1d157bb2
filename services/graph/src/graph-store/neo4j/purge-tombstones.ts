import neo4j from 'neo4j-driver';
import type { Neo4jTransaction } from './neo4j-connection.ts';

/** Statements that delete one kind of tombstone. */
export interface TombstoneDeletion {
  /** Locks old tombstones and returns their keys. */
  lock: string;
  /** Deletes the locked tombstones that are still old. */
  delete: string;
}

/** Guards of removed edges. If an edge was stored again, its next writer creates a new guard. */
export const REMOVED_EDGES: TombstoneDeletion = {
  lock: `MATCH (guard:LociEdgeGuard) WHERE guard.removedAt < $before
    WITH guard LIMIT $limit SET guard.lock = true RETURN guard.key AS key`,
  delete: `UNWIND $keys AS key
    MATCH (guard:LociEdgeGuard {key: key}) WHERE guard.removedAt < $before DELETE guard`,
};

/** Removed nodes whose edges are deleted. */
export const REMOVED_NODES: TombstoneDeletion = {
  lock: `MATCH (node:LociNode) WHERE node.goneAt < $before AND NOT (node)--()
    WITH node LIMIT $limit SET node.lock = true RETURN node.key AS key`,
  delete: `UNWIND $keys AS key
    MATCH (node:LociNode {key: key}) WHERE node.goneAt < $before AND NOT (node)--() DELETE node`,
};

/** Deletes up to `limit` tombstones of edges or nodes that were removed before `before`. Returns their number. */
export async function deleteTombstones(
  tx: Neo4jTransaction,
  deletion: TombstoneDeletion,
  before: Date,
  limit: number,
): Promise<number> {
  const parameters = { before: neo4j.int(before.getTime()) };
  const locked = await tx.run<{ key: string }>(deletion.lock, { ...parameters, limit: neo4j.int(limit) });
  if (locked.length === 0) return 0;
  // A separate statement, so that it reads the times after all locks were acquired.
  await tx.run(deletion.delete, { ...parameters, keys: locked.map(({ key }) => key) });
  return locked.length;
}
