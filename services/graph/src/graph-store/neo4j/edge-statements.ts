import type { Integer } from 'neo4j-driver';
import type { Neo4jTransaction } from './neo4j-connection.ts';
import type { EdgeWrite } from './serialized-edge.ts';

/** The stored state of a locked edge. */
export interface LockedEdge {
  /** Revision of the edge's removal. 0 if it was never removed. */
  removedRevision: number;
  /** The stored edge, or null if it does not exist. */
  edge: { key: string; revision: number; fromKey: string; toKey: string } | null;
}

interface LockedEdgeRow {
  key: string;
  removedRevision: number;
  revision: number | null;
  fromKey: string | null;
  toKey: string | null;
}

/**
 * Locks edges until the end of the transaction, whether or not they exist, and returns their stored state by key.
 *
 * @param keys in ascending order, so that concurrent writers do not deadlock
 */
export async function lockEdges(
  tx: Neo4jTransaction,
  keys: readonly string[],
): Promise<Map<string, LockedEdge>> {
  const [, rows] = await Promise.all([
    tx.run('UNWIND $keys AS key MERGE (guard:LociEdgeGuard {key: key}) SET guard.lock = true', { keys }),
    // This is a separate statement, so that it reads the state after all locks were acquired.
    tx.run<LockedEdgeRow>(
      `UNWIND $keys AS key
       MATCH (guard:LociEdgeGuard {key: key})
       OPTIONAL MATCH (from:LociNode)-[edge:LOCI_EDGE {key: key}]->(to:LociNode)
       RETURN key, coalesce(guard.removedRevision, 0) AS removedRevision, edge.revision AS revision,
         from.key AS fromKey, to.key AS toKey`,
      { keys },
    ),
  ]);
  return new Map(
    rows.map(({ key, removedRevision, revision, fromKey, toKey }) => [
      key,
      {
        removedRevision,
        edge:
          revision === null || fromKey === null || toKey === null ? null : { key, revision, fromKey, toKey },
      },
    ]),
  );
}

/**
 * Locks nodes until the end of the transaction and creates missing nodes. While a transaction holds the lock
 * of a node, no other transaction can mark the node as removed or connect it.
 */
export async function lockNodes(tx: Neo4jTransaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run('UNWIND $keys AS key MERGE (node:LociNode {key: key}) SET node.lock = true', {
    keys: [...new Set(keys)].sort(),
  });
}

/** Creates edges, except those of removed nodes. The nodes of the edges must be locked. */
export async function createEdges(tx: Neo4jTransaction, edges: readonly EdgeWrite[]): Promise<void> {
  await tx.run(
    `UNWIND $edges AS new
     MATCH (from:LociNode {key: new.fromKey}), (to:LociNode {key: new.toKey})
     WHERE from.gone IS NULL AND to.gone IS NULL
     CREATE (from)-[edge:LOCI_EDGE]->(to) SET edge = new.properties`,
    { edges },
  );
}

/** Deletes edges. The nodes of the edges must be locked. */
export async function deleteEdges(tx: Neo4jTransaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run('UNWIND $keys AS key MATCH ()-[edge:LOCI_EDGE {key: key}]->() DELETE edge', { keys });
}

/** Records the revisions at which edges were removed. The edges must be locked. */
export async function recordRemovals(
  tx: Neo4jTransaction,
  removals: readonly { key: string; revision: Integer }[],
): Promise<void> {
  if (removals.length === 0) return;
  await tx.run(
    `UNWIND $removals AS removal
     MATCH (guard:LociEdgeGuard {key: removal.key})
     SET guard.removedRevision = removal.revision, guard.removedAt = timestamp()`,
    { removals },
  );
}
