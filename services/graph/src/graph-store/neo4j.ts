import { invalidField, isAppError, isUuid, unavailable } from '@loci/core';
import type { GraphStore } from './graph-store.ts';
import { changesToRemove, changesToStore, removeEdges, storeEdges } from './neo4j/change-edges.ts';
import { DELETIONS, deleteSome } from './neo4j/drop-tenant.ts';
import { fetchSteps } from './neo4j/fetch-steps.ts';
import { openNeo4jConnection } from './neo4j/neo4j-connection.ts';
import type { Neo4jTransaction } from './neo4j/neo4j-connection.ts';
import { CONSTRAINTS, keyOf, keysOf } from './neo4j/neo4j-schema.ts';
import { createPendingChanges } from './neo4j/pending-changes.ts';
import { readEdgesBetween, readEdgesOf, readRevisions } from './neo4j/read-edges.ts';
import { deleteEdgesOf, markGone } from './neo4j/remove-nodes.ts';
import { expandByFetching, traverseByFetching } from './neo4j/walk-by-fetching.ts';
import type { FetchSteps } from './neo4j/walk-by-fetching.ts';

export interface Neo4jGraphStoreOptions {
  /** `bolt://` or `neo4j://` and so on; `+s` behind the scheme for TLS. */
  url: string;
  user: string;
  password: string;
  /** Default `neo4j`, the one that Community has. */
  database?: string | undefined;
  /** For one read with all its attempts; a walk of several steps has it as a whole. Default 4,000. */
  readTimeoutMs?: number | undefined;
  /** For one transaction of a change, of which a large call makes many, and for a page of `revisions`. Default 5,000. */
  writeTimeoutMs?: number | undefined;
  /** Edges or nodes that one transaction changes. Default 500, of which it takes some tenths of a second. */
  batchSize?: number | undefined;
  /** Connections at most; default 20. */
  maxConnections?: number | undefined;
}

/** A read waits so long for the changes that this process made before it, and that have not been answered yet. */
const WAIT_FOR_CHANGES_MS = 1_000;

/**
 * A graph store in Neo4j, Community or Enterprise, one server, 5.23 or newer. It is a projection that events fill
 * and the reconciler repairs; what it holds is in `neo4j-schema.ts`.
 *
 * Walks are taken here, by the same functions as in the embedded store: each step fetches the edges it needs in one
 * query, no more of them than it can use.
 *
 * Makes the constraints that are missing, as several processes may do at once. While Neo4j is down it opens all the
 * same, for what is written to the table must not wait for the store; the first change makes the constraints then.
 *
 * @throws SYS_INTERNAL_ERROR, saying which, when Neo4j does not accept the user and the password, or has no such
 *   database
 */
export async function createNeo4jGraphStore(options: Neo4jGraphStoreOptions): Promise<GraphStore> {
  const { readTimeoutMs = 4_000, writeTimeoutMs = 5_000, batchSize = 500 } = options;
  const connection = openNeo4jConnection({
    ...options,
    database: options.database ?? 'neo4j',
    maxConnections: options.maxConnections ?? 20,
  });
  const changes = createPendingChanges(WAIT_FOR_CHANGES_MS);
  let closed = false;
  let preparing: Promise<void> | null = null;

  function prepare(): Promise<void> {
    preparing ??= connection.runAlone(CONSTRAINTS, writeTimeoutMs).catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  }

  function refuseWhenClosed(): void {
    if (closed) throw unavailable('The graph store');
  }

  /** Runs `apply` in transactions over parts of `items`, one after the other. */
  function change<T>(
    tenantId: string,
    items: readonly T[],
    apply: (tx: Neo4jTransaction, part: readonly T[]) => Promise<unknown>,
  ): Promise<void> {
    return changes.track(tenantId, async () => {
      await prepare();
      for (let at = 0; at < items.length; at += batchSize) {
        const part = items.slice(at, at + batchSize);
        await connection.inTransaction('write', writeTimeoutMs, (tx) => apply(tx, part));
      }
    });
  }

  /** Repeats a deletion until it finds less than it may delete at once. */
  async function repeat(deletion: (tx: Neo4jTransaction) => Promise<number>): Promise<void> {
    let deleted: number;
    do deleted = await connection.inTransaction('write', writeTimeoutMs, deletion);
    while (deleted === batchSize);
  }

  async function read<T>(
    tenantId: string,
    work: (tx: Neo4jTransaction) => Promise<T>,
    timeoutMs = readTimeoutMs,
  ): Promise<T> {
    refuseWhenClosed();
    await changes.settled(tenantId);
    return connection.inTransaction('read', timeoutMs, work);
  }

  const stepsOf =
    (tx: Neo4jTransaction, tenantId: string): FetchSteps =>
    (ids, choice) =>
      fetchSteps(
        tx,
        ids.map((id) => keyOf(tenantId, id)),
        choice,
      );

  await prepare().catch(async (error: unknown) => {
    if (isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE') return;
    await connection.close();
    throw error;
  });

  return {
    async upsertEdges(tenantId, edges) {
      refuseWhenClosed();
      for (const { id, fromId, toId } of edges) {
        requireUuid(id);
        requireUuid(fromId);
        requireUuid(toId);
      }
      if (edges.length > 0) await change(tenantId, changesToStore(tenantId, edges), storeEdges);
    },

    async removeEdges(tenantId, edges) {
      refuseWhenClosed();
      for (const { id } of edges) requireUuid(id);
      if (edges.length > 0) await change(tenantId, changesToRemove(tenantId, edges), removeEdges);
    },

    async removeNodes(tenantId, ids) {
      refuseWhenClosed();
      for (const id of ids) requireUuid(id);
      if (ids.length === 0) return;
      const keys = [...new Set(ids.map((id) => keyOf(tenantId, id)))].sort();
      await change(tenantId, keys, markGone);
      await changes.track(tenantId, () => repeat((tx) => deleteEdgesOf(tx, keys, batchSize)));
    },

    traverse: (tenantId, request) =>
      read(tenantId, (tx) => traverseByFetching(stepsOf(tx, tenantId), request)),

    expand: (tenantId, request) => read(tenantId, (tx) => expandByFetching(stepsOf(tx, tenantId), request)),

    async edgesOf(tenantId, ids, { limitPerNode }) {
      const keys = ids.map((id) => keyOf(tenantId, id));
      const found = await read(tenantId, (tx) => readEdgesOf(tx, keys, limitPerNode));
      return found.map((edges, index) => ({ id: ids[index]!.toLowerCase(), ...edges }));
    },

    edgesBetween(tenantId, ids, limit) {
      const keys = [...new Set(ids.map((id) => keyOf(tenantId, id)))];
      return read(tenantId, (tx) => readEdgesBetween(tx, keys, limit));
    },

    async revisions(tenantId, { afterId, limit }) {
      refuseWhenClosed();
      if (afterId !== null) requireUuid(afterId);
      const keys = keysOf(tenantId, afterId);
      return read(tenantId, (tx) => readRevisions(tx, keys, limit), writeTimeoutMs);
    },

    async dropTenant(tenantId) {
      refuseWhenClosed();
      await prepare();
      const keys = keysOf(tenantId);
      for (const deletion of DELETIONS) await repeat((tx) => deleteSome(tx, deletion, keys, batchSize));
    },

    async close() {
      closed = true;
      await connection.close();
    },
  };
}

function requireUuid(id: string): void {
  if (!isUuid(id)) throw invalidField('id', 'Not a UUID.', 'VAL_UUID_INVALID');
}
