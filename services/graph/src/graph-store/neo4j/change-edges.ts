import neo4j from 'neo4j-driver';
import type { EdgeRevision, GraphEdge } from '../graph-store.ts';
import { toNewEdge } from './edge-state.ts';
import type { NewEdge } from './edge-state.ts';
import { createEdges, deleteEdges, lockEdges, lockNodes, rememberRemovals } from './edge-statements.ts';
import type { HeldEdge } from './edge-statements.ts';
import type { Neo4jTransaction } from './neo4j-connection.ts';
import { keyOf } from './neo4j-schema.ts';

/**
 * Brings edges to their state unless they are held, or were removed, at the same revision or a newer one.
 * Every writer locks in one order, guards before nodes and each by key, so that no two wait in a circle.
 *
 * @param edges of different ids
 */
export async function storeEdges(tx: Neo4jTransaction, edges: readonly NewEdge[]): Promise<void> {
  const held = await lockEdges(
    tx,
    edges.map(({ key }) => key),
  );
  const newer = edges.filter(({ key, revision }) => revision > newest(held.get(key)));
  if (newer.length === 0) return;
  const replaced = newer.flatMap(({ key }) => held.get(key)?.edge ?? []);
  const ends = [...newer, ...replaced].flatMap(({ fromKey, toKey }) => [fromKey, toKey]);
  await Promise.all([
    lockNodes(tx, ends),
    deleteEdges(
      tx,
      replaced.map(({ key }) => key),
    ),
    createEdges(tx, newer),
  ]);
}

/** Removes edges unless they are held at a newer revision, and remembers the revisions. */
export async function removeEdges(
  tx: Neo4jTransaction,
  removals: readonly { key: string; revision: number }[],
): Promise<void> {
  const held = await lockEdges(
    tx,
    removals.map(({ key }) => key),
  );
  const effective = removals.filter(({ key, revision }) => {
    const now = held.get(key);
    return now?.edge ? now.edge.revision <= revision : (now?.removedRevision ?? 0) < revision;
  });
  const gone = effective.flatMap(({ key }) => held.get(key)?.edge ?? []);
  await Promise.all([
    rememberRemovals(
      tx,
      effective.map(({ key, revision }) => ({ key, revision: neo4j.int(revision) })),
    ),
    lockNodes(
      tx,
      gone.flatMap(({ fromKey, toKey }) => [fromKey, toKey]),
    ),
    deleteEdges(
      tx,
      gone.map(({ key }) => key),
    ),
  ]);
}

const newest = (held: HeldEdge | undefined): number =>
  Math.max(held?.edge?.revision ?? 0, held?.removedRevision ?? 0);

/** One change for each edge, the newest and of equal ones the first, in the order of keys. */
export function changesToStore(tenantId: string, edges: readonly GraphEdge[]): NewEdge[] {
  const linking = edges.filter(({ fromId, toId }) => fromId.toLowerCase() !== toId.toLowerCase());
  return newestByKey(
    linking.map((edge) => toNewEdge(tenantId, edge)),
    ({ revision }) => revision,
  );
}

/** @see changesToStore */
export function changesToRemove(
  tenantId: string,
  edges: readonly EdgeRevision[],
): { key: string; revision: number }[] {
  return newestByKey(
    edges.map(({ id, revision }) => ({ key: keyOf(tenantId, id), revision })),
    ({ revision }) => revision,
  );
}

function newestByKey<T extends { key: string }>(
  changes: readonly T[],
  revisionOf: (change: T) => number,
): T[] {
  const newest = new Map<string, T>();
  for (const change of changes) {
    const other = newest.get(change.key);
    if (other === undefined || revisionOf(change) > revisionOf(other)) newest.set(change.key, change);
  }
  return [...newest.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}
