import neo4j from 'neo4j-driver';
import type { Integer } from 'neo4j-driver';
import type { NodeWindow } from '../graph-store.ts';
import { lockNodes } from './edge-statements.ts';
import type { Neo4jTransaction } from './neo4j-connection.ts';
import { keyOf } from './neo4j-schema.ts';

/** Cypher condition for a node that the parameters of `selectionParameters` select. Open bounds have no property. */
export const isNodeSelected = (name: string): string =>
  `coalesce(${name}.validUntil > $endsAfter, true) AND coalesce(${name}.validFrom <= $startsBy, true) ` +
  `AND coalesce(${name}.expiresAt > $expiresAfter, true)`;

/** A window as a parameter of the statements that store it. */
export interface WindowWrite {
  key: string;
  revision: Integer;
  /** In milliseconds since the epoch. Null for an open bound. */
  validFrom: number | null;
  validUntil: number | null;
  expiresAt: number | null;
}

/** Returns one write per node, in ascending order of keys, with the newest revision of its window. */
export function latestWindows(tenantId: string, windows: readonly NodeWindow[]): WindowWrite[] {
  const latest = new Map<string, NodeWindow>();
  for (const window of windows) {
    const key = keyOf(tenantId, window.id);
    if (window.revision > (latest.get(key)?.revision ?? 0)) latest.set(key, window);
  }
  return [...latest]
    .map(([key, { revision, validFromMs = null, validUntilMs = null, expiresAtMs = null }]) => ({
      key,
      revision: neo4j.int(revision),
      validFrom: validFromMs,
      validUntil: validUntilMs,
      expiresAt: expiresAtMs,
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/**
 * Stores windows, except those of removed nodes and those whose revision is not newer than the stored one.
 *
 * @param windows in ascending order of keys, each key once
 */
export async function setNodeWindows(tx: Neo4jTransaction, windows: readonly WindowWrite[]): Promise<void> {
  // Most windows of the reconciler are stored, so they are read before nodes are locked.
  const outdated = await tx.run<{ key: string }>(
    `UNWIND $windows AS new
     OPTIONAL MATCH (node:LociNode {key: new.key})
     WITH new, node WHERE node IS NULL OR coalesce(node.windowRevision, 0) < new.revision
     RETURN new.key AS key`,
    { windows },
  );
  if (outdated.length === 0) return;
  await Promise.all([
    lockNodes(
      tx,
      outdated.map(({ key }) => key),
    ),
    // This is a separate statement, so that it reads the revisions after all locks were acquired.
    tx.run(
      `UNWIND $windows AS new
       MATCH (node:LociNode {key: new.key})
       WHERE node.gone IS NULL AND coalesce(node.windowRevision, 0) < new.revision
       SET node.windowRevision = new.revision, node.validFrom = new.validFrom, node.validUntil = new.validUntil,
         node.expiresAt = new.expiresAt`,
      { windows },
    ),
  ]);
}
