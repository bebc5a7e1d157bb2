import { isAppError, unavailable } from '@loci/core';
import { toSelectionBounds } from '../../traversal/graph-selection.ts';
import type { SelectionBounds } from '../../traversal/graph-selection.ts';
import type { GraphStore } from '../graph-store.ts';
import { traverseIncrementally } from '../incremental/incremental-traversal.ts';
import type { FetchIncidentEdges } from '../incremental/incremental-traversal.ts';
import { requireUuids } from '../require-uuids.ts';
import { TENANT_DELETIONS, deleteBatch } from './drop-tenant.ts';
import { fetchIncidentEdges } from './fetch-incident-edges.ts';
import { fetchTransitions } from './fetch-transitions.ts';
import { expandIncrementally } from './incremental-expansion.ts';
import type { FetchTransitions } from './incremental-expansion.ts';
import { openNeo4jConnection } from './neo4j-connection.ts';
import type { Neo4jReader, Neo4jTransaction } from './neo4j-connection.ts';
import { SCHEMA_STATEMENTS, keyOf, keyRange } from './neo4j-schema.ts';
import { latestWindows, setNodeWindows } from './node-windows.ts';
import { deleteTombstones, REMOVED_EDGES, REMOVED_NODES } from './purge-tombstones.ts';
import type { TombstoneDeletion } from './purge-tombstones.ts';
import { createPendingChanges } from './pending-changes.ts';
import { readEdgesBetween, readEdgesOf, readRevisions, readSize } from './read-edges.ts';
import { deleteEdgesOf, markRemoved } from './remove-nodes.ts';
import { warmUp } from './warm-up.ts';
import { latestRemovals, latestUpserts, removeEdges, upsertEdges } from './write-edges.ts';

export interface Neo4jGraphStoreOptions {
  /** A `bolt://` or `neo4j://` URL. `bolt+s://` and `neo4j+s://` use TLS. */
  url: string;
  user: string;
  password: string;
  /** Name of the database. Defaults to `neo4j`, the only user database of Neo4j Community. */
  database?: string | undefined;
  /** Timeout of one read with all its queries and attempts in milliseconds. Defaults to 4,000. */
  readTimeoutMs?: number | undefined;
  /**
   * Timeout of one write transaction and of one page of `revisions` in milliseconds. A large change is split
   * into several transactions. Defaults to 5,000.
   */
  writeTimeoutMs?: number | undefined;
  /** Number of edges or nodes per write transaction. Defaults to 500, which takes a few tenths of a second. */
  batchSize?: number | undefined;
  /** Maximum number of connections. Defaults to 20. */
  maxConnections?: number | undefined;
}

/** Maximum time that a read waits for earlier changes of this process. */
const MAX_WAIT_FOR_CHANGES_MS = 1_000;
/** Timeout of `size`, which reads an index entry per node and edge. A deletion calls it in the background. */
const COUNT_TIMEOUT_MS = 60_000;

/**
 * Creates a graph store in a single Neo4j server, Community or Enterprise, version 5.23 or newer. The store
 * is a projection that events update and the reconciler repairs. `neo4j-schema.ts` defines its data model.
 *
 * Traversal and expansion run in this process with the same functions as in the embedded store. Usually, one query
 * fetches the edges of all steps.
 *
 * Creates missing constraints and indexes and runs each read query once, so that the first request does not
 * wait until Neo4j has compiled its query. Several processes can do this concurrently. If Neo4j is
 * unavailable, the store opens nevertheless, because writes to the table must not depend on it. In that case,
 * the first change creates them.
 *
 * @throws SYS_INTERNAL_ERROR if Neo4j rejects the user, the password or the database name. The message names
 *   the environment variables to check.
 */
export async function createNeo4jGraphStore(options: Neo4jGraphStoreOptions): Promise<GraphStore> {
  const { readTimeoutMs = 4_000, writeTimeoutMs = 5_000, batchSize = 500 } = options;
  const connection = openNeo4jConnection({
    ...options,
    database: options.database ?? 'neo4j',
    maxConnections: options.maxConnections ?? 20,
  });
  const changes = createPendingChanges(MAX_WAIT_FOR_CHANGES_MS);
  let closed = false;
  let schema: Promise<void> | null = null;

  function ensureSchema(): Promise<void> {
    schema ??= connection.runInAutoCommit(SCHEMA_STATEMENTS, writeTimeoutMs).catch((error: unknown) => {
      schema = null;
      throw error;
    });
    return schema;
  }

  function requireOpen(): void {
    if (closed) throw unavailable('The graph store');
  }

  /** Applies a change in consecutive transactions of up to `batchSize` items each. */
  function change<T>(
    tenantId: string,
    items: readonly T[],
    apply: (tx: Neo4jTransaction, batch: readonly T[]) => Promise<unknown>,
  ): Promise<void> {
    return changes.track(tenantId, async () => {
      await ensureSchema();
      for (let first = 0; first < items.length; first += batchSize) {
        const batch = items.slice(first, first + batchSize);
        await connection.inTransaction(writeTimeoutMs, (tx) => apply(tx, batch));
      }
    });
  }

  /** Repeats a deletion in new transactions until it deletes less than a full batch. */
  async function deleteInBatches(deletion: (tx: Neo4jTransaction) => Promise<number>): Promise<void> {
    let deleted: number;
    do deleted = await connection.inTransaction(writeTimeoutMs, deletion);
    while (deleted === batchSize);
  }

  async function read<T>(
    tenantId: string,
    work: (reader: Neo4jReader) => Promise<T>,
    timeoutMs = readTimeoutMs,
  ): Promise<T> {
    requireOpen();
    await changes.settled(tenantId);
    return connection.read(timeoutMs, work);
  }

  const incidentEdges =
    (reader: Neo4jReader, tenantId: string): FetchIncidentEdges =>
    (ids, filter, limits) =>
      fetchIncidentEdges(
        reader,
        ids.map((id) => keyOf(tenantId, id)),
        filter,
        limits,
      );

  const transitions =
    (reader: Neo4jReader, tenantId: string, bounds: SelectionBounds): FetchTransitions =>
    (steps) =>
      fetchTransitions(reader, tenantId, steps, bounds);

  const open = async (): Promise<void> => {
    await ensureSchema();
    await warmUp(connection);
  };
  await open().catch(async (error: unknown) => {
    if (isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE') return;
    await connection.close();
    throw error;
  });

  return {
    async upsertEdges(tenantId, edges) {
      requireOpen();
      requireUuids(edges.flatMap(({ id, fromId, toId }) => [id, fromId, toId]));
      if (edges.length > 0) await change(tenantId, latestUpserts(tenantId, edges), upsertEdges);
    },

    async removeEdges(tenantId, edges) {
      requireOpen();
      requireUuids(edges.map(({ id }) => id));
      if (edges.length > 0) await change(tenantId, latestRemovals(tenantId, edges), removeEdges);
    },

    async removeNodes(tenantId, ids) {
      requireOpen();
      requireUuids(ids);
      if (ids.length === 0) return;
      const keys = [...new Set(ids.map((id) => keyOf(tenantId, id)))].sort();
      await change(tenantId, keys, markRemoved);
      await changes.track(tenantId, () => deleteInBatches((tx) => deleteEdgesOf(tx, keys, batchSize)));
    },

    async setNodeWindows(tenantId, windows) {
      requireOpen();
      requireUuids(windows.map(({ id }) => id));
      if (windows.length > 0) await change(tenantId, latestWindows(tenantId, windows), setNodeWindows);
    },

    traverse: (tenantId, request) =>
      read(tenantId, (reader) => traverseIncrementally(incidentEdges(reader, tenantId), request)),

    expand: (tenantId, request) =>
      read(tenantId, (reader) =>
        expandIncrementally(transitions(reader, tenantId, toSelectionBounds(request)), request),
      ),

    async edgesOf(tenantId, ids, options) {
      const keys = ids.map((id) => keyOf(tenantId, id));
      const found = await read(tenantId, (reader) => readEdgesOf(reader, keys, options));
      return found.map((edges, index) => ({ id: ids[index]!.toLowerCase(), ...edges }));
    },

    async edgesBetween(tenantId, ids, limit, selection = {}) {
      const keys = [...new Set(ids.map((id) => keyOf(tenantId, id)))];
      requireOpen();
      if (keys.length === 0 || limit === 0) return [];
      return read(tenantId, (reader) => readEdgesBetween(reader, keys, limit, selection));
    },

    async revisions(tenantId, { afterId, limit }) {
      requireOpen();
      if (afterId !== null) requireUuids([afterId]);
      const range = keyRange(tenantId, afterId);
      return read(tenantId, (reader) => readRevisions(reader, range, limit), writeTimeoutMs);
    },

    async size(tenantId) {
      requireOpen();
      return read(tenantId, (reader) => readSize(reader, keyRange(tenantId)), COUNT_TIMEOUT_MS);
    },

    async purgeTombstones(removedBefore, limit) {
      requireOpen();
      await ensureSchema();
      const purge = (deletion: TombstoneDeletion): Promise<number> =>
        connection.inTransaction(writeTimeoutMs, (tx) =>
          deleteTombstones(tx, deletion, removedBefore, Math.min(limit, batchSize)),
        );
      return (await purge(REMOVED_EDGES)) + (await purge(REMOVED_NODES));
    },

    async dropTenant(tenantId) {
      requireOpen();
      await ensureSchema();
      const range = keyRange(tenantId);
      for (const deletion of TENANT_DELETIONS) {
        await deleteInBatches((tx) => deleteBatch(tx, deletion, range, batchSize));
      }
    },

    async close() {
      closed = true;
      await connection.close();
    },
  };
}
