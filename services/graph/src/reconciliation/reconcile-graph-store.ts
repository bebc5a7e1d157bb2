import type { InTransaction } from '@loci/postgres';
import { reconcile } from '@loci/reconciliation';
import type { IdPage } from '@loci/reconciliation';
import type { EdgeRevision, GraphStore, NodeWindow } from '../graph-store/graph-store.ts';
import type { MemoryWindowRepository } from '../memory-windows/memory-window.repository.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileGraphStoreDeps {
  inTransaction: InTransaction;
  reconciliation: Pick<ReconciliationRepository, 'listRevisions' | 'findEdges'>;
  memoryWindows: Pick<MemoryWindowRepository, 'list'>;
  graphStore: Pick<GraphStore, 'revisions' | 'upsertEdges' | 'removeEdges' | 'setNodeWindows'>;
}

const PAGE_SIZE = 20_000;
const BATCH_SIZE = 2_000;

/**
 * Compares the revisions of a tenant's edges in the graph store with the `relationships` table and repairs
 * the differences. Also stores the windows of the tenant's memories in the store again. Skips a tenant that the store does not hold, because the store loads it from the table on
 * the next read.
 *
 * Safe while other processes write. They commit to the table before they update the store, and the store is
 * read before the table. An edge that the table does not have was therefore deleted. A newer revision in the
 * table may still be in an event that was not delivered yet. Writing it twice is harmless, because the store
 * ignores revisions that it has.
 *
 * @returns the number of edges that differed
 * @throws SYS_SERVICE_UNAVAILABLE if the graph store is unavailable. Completed repairs are kept.
 */
export async function reconcileGraphStore(
  deps: ReconcileGraphStoreDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  const { inTransaction, reconciliation, graphStore } = deps;
  await copyWindows(deps, tenantId, signal);
  return reconcile<EdgeRevision, EdgeRevision>({
    readIndex: (page) => graphStore.revisions(tenantId, page),
    readOwner: (page) => inTransaction(tenantId, (tx) => reconciliation.listRevisions(tx, tenantId, page)),
    pageSize: PAGE_SIZE,
    batchSize: BATCH_SIZE,
    signal,
    isStale: (indexed, owned) =>
      indexed === undefined || owned === undefined || indexed.revision < owned.revision,
    update: (items) =>
      copyEdges(
        deps,
        tenantId,
        items.map(({ owned }) => owned.id),
      ),
    remove: (edges) => graphStore.removeEdges(tenantId, edges),
  });
}

/** Copies windows from the table to the store, which ignores those that it has. */
async function copyWindows(
  { inTransaction, memoryWindows, graphStore }: ReconcileGraphStoreDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let afterId: string | null = null; ;) {
    signal.throwIfAborted();
    const page: IdPage = { afterId, limit: BATCH_SIZE };
    const windows: NodeWindow[] = await inTransaction(tenantId, (tx) =>
      memoryWindows.list(tx, tenantId, page),
    );
    if (windows.length > 0) await graphStore.setNodeWindows(tenantId, windows);
    if (windows.length < BATCH_SIZE) return;
    afterId = windows.at(-1)!.id;
  }
}

/** Copies edges from the table to the store. */
async function copyEdges(
  { inTransaction, reconciliation, graphStore }: ReconcileGraphStoreDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const read = (wanted: readonly string[]) =>
    inTransaction(tenantId, (tx) => reconciliation.findEdges(tx, tenantId, wanted));
  const edges = await read(ids);
  await graphStore.upsertEdges(tenantId, edges);
  // The upsert may have restored an edge that was deleted after the read, because a store that loaded the
  // tenant in the meantime has no tombstone of the edge. Deletions after this second read reach the store
  // after the upsert.
  const existingIds = new Set((await read(edges.map(({ id }) => id))).map(({ id }) => id));
  const deleted = edges.filter(({ id }) => !existingIds.has(id));
  if (deleted.length > 0) await graphStore.removeEdges(tenantId, deleted);
}
