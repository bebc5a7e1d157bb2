import type { GraphClient } from '@loci/contracts';
import { FIRST_PAGE } from '@loci/contracts';
import { relationshipStateSchema } from '@loci/events';
import type { InTransaction } from '@loci/postgres';
import { toTombstone, projectRelationshipState } from '../read-model/projected-relationship.ts';
import { storeRelationships } from '../read-model/store-relationships.ts';
import { pairById } from './pair-by-id.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileRelationshipsDeps {
  inTransaction: InTransaction;
  reconciliation: Pick<ReconciliationRepository, 'relationships'>;
  graph: Pick<GraphClient, 'export'>;
}

/** Relationships come whole: about 20 ms of work a page. */
const PAGE = 1_000;

/**
 * Compares (id, revision) of a tenant's relationships with the graph service's export and repairs what differs. Safe
 * beside the consumer as {@link reconcileMemories} is.
 *
 * @returns how many relationships differed
 * @throws SYS_SERVICE_UNAVAILABLE when the graph service does not answer; what was repaired stays
 */
export async function reconcileRelationships(
  { inTransaction, reconciliation, graph }: ReconcileRelationshipsDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  let drift = 0;
  const pages = pairById(
    (afterId) =>
      inTransaction(tenantId, (tx) => reconciliation.relationships(tx, tenantId, { afterId, limit: PAGE })),
    async (afterId) => {
      const after = { tenant_id: tenantId, id: afterId ?? FIRST_PAGE.id };
      const { items } = await graph.export({ tenant_id: tenantId, after, limit: PAGE });
      return items.map(({ revision, state }) => ({ id: state['id'] as string, revision, state }));
    },
    PAGE,
  );
  for await (const { onlyFirst, onlySecond, both } of pages) {
    signal.throwIfAborted();
    const outdated = both.filter(([held, owned]) => held.revision < owned.revision).map(([, owned]) => owned);
    const wrong = [
      ...onlyFirst
        .filter(({ deleted }) => !deleted)
        .map(({ id, revision, fromId, toId }) =>
          toTombstone({ tenantId, id, revision: revision + 1 }, { from_id: fromId, to_id: toId }),
        ),
      ...[...onlySecond, ...outdated].map(({ id, revision, state }) =>
        projectRelationshipState({ tenantId, id, revision }, relationshipStateSchema.parse(state)),
      ),
    ];
    if (wrong.length > 0) await inTransaction(tenantId, (tx) => storeRelationships(tx, wrong));
    drift += wrong.length;
  }
  return drift;
}
