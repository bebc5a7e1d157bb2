import type { Integer } from 'neo4j-driver';
import type { NewEdge } from './edge-state.ts';
import type { Neo4jTransaction } from './neo4j-connection.ts';

/** What is known of an edge that was locked. */
export interface HeldEdge {
  /** 0 for one that was never removed. */
  removedRevision: number;
  /** Null when there is none. */
  edge: { key: string; revision: number; fromKey: string; toKey: string } | null;
}

interface HeldRow {
  key: string;
  removedRevision: number;
  revision: number | null;
  fromKey: string | null;
  toKey: string | null;
}

/** @param keys in order; each is locked until the transaction ends, whether there is such an edge or not */
export async function lockEdges(
  tx: Neo4jTransaction,
  keys: readonly string[],
): Promise<Map<string, HeldEdge>> {
  const [, rows] = await Promise.all([
    tx.run('UNWIND $keys AS key MERGE (guard:LociEdgeGuard {key: key}) SET guard.lock = true', { keys }),
    // In a statement of its own, so that it looks after all are locked.
    tx.run<HeldRow>(
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

/** Makes those that are missing. Whoever holds the lock of a node may look whether it is gone, and link to it. */
export async function lockNodes(tx: Neo4jTransaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run('UNWIND $keys AS key MERGE (node:LociNode {key: key}) SET node.lock = true', {
    keys: [...new Set(keys)].sort(),
  });
}

/** Leaves out those that lost an end. Both ends must be locked. */
export async function createEdges(tx: Neo4jTransaction, edges: readonly NewEdge[]): Promise<void> {
  await tx.run(
    `UNWIND $edges AS new
     MATCH (from:LociNode {key: new.fromKey}), (to:LociNode {key: new.toKey})
     WHERE from.gone IS NULL AND to.gone IS NULL
     CREATE (from)-[edge:LOCI_EDGE]->(to) SET edge = new.properties`,
    { edges },
  );
}

/** Both ends must be locked. */
export async function deleteEdges(tx: Neo4jTransaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run('UNWIND $keys AS key MATCH ()-[edge:LOCI_EDGE {key: key}]->() DELETE edge', { keys });
}

/** The guards must be locked. */
export async function rememberRemovals(
  tx: Neo4jTransaction,
  removals: readonly { key: string; revision: Integer }[],
): Promise<void> {
  if (removals.length === 0) return;
  await tx.run(
    `UNWIND $removals AS removal
     MATCH (guard:LociEdgeGuard {key: removal.key}) SET guard.removedRevision = removal.revision`,
    { removals },
  );
}
