import neo4j from 'neo4j-driver';
import type { EdgeRevision, GraphEdge } from '../graph-store.ts';
import { createEdges, deleteEdges, lockEdges, lockNodes, recordRemovals } from './edge-statements.ts';
import type { LockedEdge } from './edge-statements.ts';
import type { Neo4jTransaction } from './neo4j-connection.ts';
import { keyOf } from './neo4j-schema.ts';
import { toEdgeWrite } from './serialized-edge.ts';
import type { EdgeWrite } from './serialized-edge.ts';

export interface EdgeRemoval {
  key: string;
  revision: number;
}

/**
 * Adds or replaces edges, except those that are stored, or were removed, at the same or a newer revision. All writers
 * lock guards before nodes, and both in ascending order of keys, so that they do not deadlock.
 *
 * @param edges in ascending order of keys, each key once
 */
export async function upsertEdges(tx: Neo4jTransaction, edges: readonly EdgeWrite[]): Promise<void> {
  const locked = await lockEdges(
    tx,
    edges.map(({ key }) => key),
  );
  const newer = edges.filter(({ key, revision }) => revision > storedRevision(locked.get(key)));
  if (newer.length === 0) return;
  const replaced = newer.flatMap(({ key }) => locked.get(key)?.edge ?? []);
  await Promise.all([
    lockNodes(
      tx,
      [...newer, ...replaced].flatMap(({ fromKey, toKey }) => [fromKey, toKey]),
    ),
    deleteEdges(
      tx,
      replaced.map(({ key }) => key),
    ),
    createEdges(tx, newer),
  ]);
}

/**
 * Removes edges, except those that are stored at a newer revision, and records the revisions of the removals.
 *
 * @param removals in ascending order of keys, each key once
 */
export async function removeEdges(tx: Neo4jTransaction, removals: readonly EdgeRemoval[]): Promise<void> {
  const locked = await lockEdges(
    tx,
    removals.map(({ key }) => key),
  );
  const effective = removals.filter(({ key, revision }) => {
    const stored = locked.get(key);
    return stored?.edge ? stored.edge.revision <= revision : (stored?.removedRevision ?? 0) < revision;
  });
  const removed = effective.flatMap(({ key }) => locked.get(key)?.edge ?? []);
  await Promise.all([
    recordRemovals(
      tx,
      effective.map(({ key, revision }) => ({ key, revision: neo4j.int(revision) })),
    ),
    lockNodes(
      tx,
      removed.flatMap(({ fromKey, toKey }) => [fromKey, toKey]),
    ),
    deleteEdges(
      tx,
      removed.map(({ key }) => key),
    ),
  ]);
}

const storedRevision = (locked: LockedEdge | undefined): number =>
  Math.max(locked?.edge?.revision ?? 0, locked?.removedRevision ?? 0);

/**
 * Returns one write per edge, in ascending order of keys, without self-loops. If an edge occurs several times, its
 * newest revision is kept, and the first one among equal revisions.
 */
export function latestUpserts(tenantId: string, edges: readonly GraphEdge[]): EdgeWrite[] {
  const withoutSelfLoops = edges.filter(({ fromId, toId }) => fromId.toLowerCase() !== toId.toLowerCase());
  return latestByKey(withoutSelfLoops.map((edge) => toEdgeWrite(tenantId, edge)));
}

/** Returns one removal per edge, in ascending order of keys. If an edge occurs several times, its newest revision wins. */
export function latestRemovals(tenantId: string, edges: readonly EdgeRevision[]): EdgeRemoval[] {
  return latestByKey(edges.map(({ id, revision }) => ({ key: keyOf(tenantId, id), revision })));
}

function latestByKey<T extends EdgeRemoval>(changes: readonly T[]): T[] {
  const latest = new Map<string, T>();
  for (const change of changes) {
    const other = latest.get(change.key);
    if (other === undefined || change.revision > other.revision) latest.set(change.key, change);
  }
  return [...latest.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}
