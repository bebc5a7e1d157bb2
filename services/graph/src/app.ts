import type { MemoryClient, MemoryInventoryClient } from '@loci/contracts';
import { newId } from '@loci/core';
import { withIdempotencyKeys } from '@loci/http';
import type { Outbox } from '@loci/messaging';
import { joinableDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { limitWaits } from '@loci/reconciliation';
import type { AwaitEvents } from '@loci/reconciliation';
import {
  auditRoutes,
  counterJobs,
  createIdempotencyStore,
  maintainAuditLogJob,
  pruneRevisionsJob,
  purgeIdempotencyKeysJob,
  purgeTombstonesJob,
  tenantDataRoutes,
  userDataRoutes,
} from '@loci/service-hosting';
import type { AuditLogSettings, IdempotencyMetrics, Service } from '@loci/service-hosting';
import { onContradictionReported } from './consumers/on-contradiction-reported.ts';
import { onGraphChanged } from './consumers/on-graph-changed.ts';
import { onMemoryChanged } from './consumers/on-memory-changed.ts';
import { graphErasure } from './erasure/graph-erasure.ts';
import type { GraphStore } from './graph-store/graph-store.ts';
import { internalGraphRoutes } from './internal/internal-graph.routes.ts';
import { deleteOldTombstones } from './jobs/delete-old-tombstones.ts';
import { reconcileGraphJob } from './jobs/reconcile-graph.ts';
import { knownMemoryRepository } from './known-memories/known-memory.repository.ts';
import { memoryWindowRepository } from './memory-windows/memory-window.repository.ts';
import type { Drift } from './reconciliation/reconcile-all-tenants.ts';
import { reconciliationRepository } from './reconciliation/reconciliation.repository.ts';
import { relationshipRepository } from './relationships/relationship.repository.ts';
import { relationshipCounterSource } from './relationships/relationship-counters.ts';
import { relationshipRoutes } from './relationships/relationship.routes.ts';
import { revisionRepository } from './revisions/revision.repository.ts';
import { revisionRoutes } from './revisions/revision.routes.ts';
import { relationshipStateRepository } from './states/relationship-state.repository.ts';
import { relationshipStateRoutes } from './states/relationship-state.routes.ts';

export interface GraphServicePorts {
  database: Database;
  outbox: Outbox;
  /** Graph store. The caller must close it after the service. */
  graphStore: GraphStore;
  memory: Pick<MemoryClient, 'getVersions' | 'getVersionsAt' | 'getDeletedVersions'>;
  memoryInventory: Pick<MemoryInventoryClient, 'tenants' | 'versions'>;
  /**
   * Waits for events, so that the reconciler does not repair what consumers are about to change. Undefined if the event
   * transport does not support it.
   */
  awaitEvents?: AwaitEvents;
  /** Called after each reconciliation with the number of differences. */
  onDrift(drift: Drift): void;
  metrics?: IdempotencyMetrics;
  /** Settings of the audit log. By default, all entries are kept. */
  auditLog?: AuditLogSettings;
  /** Maximum number of bytes of the revisions of a tenant's relationships. Defaults to 10 GiB. */
  maxRevisionBytes?: number;
  now?: () => Date;
}

/** Creates the graph service: relationships, traversal and graph expansion. */
export function createGraphService({
  database: ownDatabase,
  outbox,
  graphStore,
  memory,
  memoryInventory,
  awaitEvents,
  onDrift,
  metrics,
  auditLog,
  maxRevisionBytes,
  now = () => new Date(),
}: GraphServicePorts): Service {
  const database = joinableDatabase(ownDatabase);
  const deps = {
    database,
    inTransaction: database.inTransaction,
    relationships: relationshipRepository,
    revisions: revisionRepository,
    relationshipStates: relationshipStateRepository,
    knownMemories: knownMemoryRepository,
    memoryWindows: memoryWindowRepository,
    graphStore,
    memory,
    memoryInventory,
    reconciliation: reconciliationRepository,
    outbox,
    newId,
    now,
  };
  const consumers = [onMemoryChanged(deps), onContradictionReported(deps), onGraphChanged(deps)];
  return {
    name: 'graph',
    routes: withIdempotencyKeys(
      [
        ...relationshipRoutes(deps),
        ...revisionRoutes(deps),
        ...relationshipStateRoutes(deps),
        ...auditRoutes({ database }),
        ...internalGraphRoutes(deps),
        ...userDataRoutes(graphErasure(deps)),
        ...tenantDataRoutes({
          database,
          other: {
            find: async (tenantId) => {
              const { nodes, edges } = await graphStore.size(tenantId);
              return { graph_nodes: nodes, graph_edges: edges };
            },
            delete: async (tenantId) => {
              await graphStore.dropTenant(tenantId);
              return { deleted: 0, done: true };
            },
          },
        }),
      ],
      createIdempotencyStore(database, metrics),
    ),
    consumers,
    jobs: [
      reconcileGraphJob(deps, onDrift, () => limitWaits(awaitEvents, consumers)),
      purgeTombstonesJob({ deleteBatches: deleteOldTombstones(deps), now }),
      pruneRevisionsJob(deps, maxRevisionBytes),
      purgeIdempotencyKeysJob(database),
      ...counterJobs(database, relationshipCounterSource),
      maintainAuditLogJob('graph', database, auditLog, now),
    ],
    close: () => Promise.resolve(),
  };
}
