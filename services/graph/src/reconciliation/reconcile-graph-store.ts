import type { InTransaction } from '@loci/postgres';
import type { GraphStore } from '../graph-store/graph-store.ts';
import { pairById } from './pair-by-id.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileGraphStoreDeps {
  inTransaction: InTransaction;
  reconciliation: Pick<ReconciliationRepository, 'revisions' | 'edges'>;
  graphStore: Pick<GraphStore, 'revisions' | 'upsertEdges' | 'removeEdges'>;
}

const PAGE = 20_000;
const REPAIR_BATCH = 2_000;

/**
 * Compares (id, revision) of what the graph store holds of a tenant with the relationships table, and repairs what
 * differs. A store that holds nothing of the tenant now reads the table when it is asked, and is left alone.
 *
 * Safe beside writers: they commit to the table before they tell the store, and the store is read before the
 * table. So an edge that the table does not have was deleted, and one that the table has in a newer revision is
 * on its way at the worst. Repairs carry revisions, so nothing newer is overwritten.
 *
 * @returns how many edges differed
 */
export async function reconcileGraphStore(
  deps: ReconcileGraphStoreDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  let drift = 0;
  const pages = pairById(
    (afterId) => deps.graphStore.revisions(tenantId, { afterId, limit: PAGE }),
    (afterId) =>
      deps.inTransaction(tenantId, (tx) =>
        deps.reconciliation.revisions(tx, tenantId, { afterId, limit: PAGE }),
      ),
    PAGE,
  );
  for await (const { onlyFirst: deleted, onlySecond: missing, both } of pages) {
    signal.throwIfAborted();
    const outdated = both.filter(([held, stored]) => held.revision < stored.revision);
    if (deleted.length > 0) await deps.graphStore.removeEdges(tenantId, deleted);
    const wrong = [...missing.map(({ id }) => id), ...outdated.map(([{ id }]) => id)];
    for (let at = 0; at < wrong.length; at += REPAIR_BATCH) {
      await bringUp(deps, tenantId, wrong.slice(at, at + REPAIR_BATCH));
    }
    drift += deleted.length + wrong.length;
  }
  return drift;
}

async function bringUp(
  { inTransaction, reconciliation, graphStore }: ReconcileGraphStoreDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const read = (wanted: readonly string[]) =>
    inTransaction(tenantId, (tx) => reconciliation.edges(tx, tenantId, wanted));
  const edges = await read(ids);
  await graphStore.upsertEdges(tenantId, edges);
  // One that was deleted since the look at it may have been taken back to life: a graph that was dropped and loaded
  // anew in between does not remember its removal. Whatever is deleted after this look is told of after it.
  const present = new Set((await read(edges.map(({ id }) => id))).map(({ id }) => id));
  const deleted = edges.filter(({ id }) => !present.has(id));
  if (deleted.length > 0) await graphStore.removeEdges(tenantId, deleted);
}
