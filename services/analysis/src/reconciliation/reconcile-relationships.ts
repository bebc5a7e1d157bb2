import type { GraphClient } from '@loci/contracts';
import { FIRST_PAGE } from '@loci/contracts';
import { relationshipStateSchema } from '@loci/events';
import type { InTransaction } from '@loci/postgres';
import { reconcile } from '@loci/reconciliation';
import { projectRelationshipState, toTombstone } from '../read-model/projected-relationship.ts';
import type { ProjectedRelationship } from '../read-model/projected-relationship.ts';
import { storeRelationships } from '../read-model/store-relationships.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileRelationshipsDeps {
  inTransaction: InTransaction;
  reconciliation: Pick<ReconciliationRepository, 'listRelationships'>;
  graph: Pick<GraphClient, 'export'>;
  /** See `Reconciliation`. */
  awaitEvents?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

/**
 * Maximum number of relationships per page and per update. The graph service takes about 20 ms to return this
 * many complete relationships.
 */
const PAGE_SIZE = 1_000;

/**
 * Compares the relationships of a tenant in the read model with the graph service by id and revision, and
 * repairs them. Can run concurrently with the consumer.
 *
 * @returns number of relationships that differed
 * @throws SYS_SERVICE_UNAVAILABLE if the graph service is unavailable; the abort reason if `signal` is
 *   aborted. Completed repairs are kept.
 */
export function reconcileRelationships(
  { inTransaction, reconciliation, graph, awaitEvents }: ReconcileRelationshipsDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  const store = (relationships: readonly ProjectedRelationship[]): Promise<void> =>
    inTransaction(tenantId, (tx) => storeRelationships(tx, relationships));
  return reconcile({
    readIndex: (page) =>
      inTransaction(tenantId, (tx) => reconciliation.listRelationships(tx, tenantId, page)),
    readOwner: async ({ afterId, limit }) => {
      const after = { tenant_id: tenantId, id: afterId ?? FIRST_PAGE.id };
      const { items } = await graph.export({ tenant_id: tenantId, after, limit });
      return items.map(({ revision, state }) => ({ id: state['id'] as string, revision, state }));
    },
    pageSize: PAGE_SIZE,
    batchSize: PAGE_SIZE,
    isStale: (indexed, owned) =>
      owned === undefined ? !indexed!.deleted : indexed === undefined || indexed.revision < owned.revision,
    update: (items) =>
      store(
        items.map(({ owned: { id, revision, state } }) =>
          projectRelationshipState({ tenantId, id, revision }, relationshipStateSchema.parse(state)),
        ),
      ),
    remove: (entries) =>
      store(
        entries.map(({ id, revision, fromId, toId }) =>
          toTombstone({ tenantId, id, revision: revision + 1 }, { from_id: fromId, to_id: toId }),
        ),
      ),
    signal,
    awaitEvents,
  });
}
