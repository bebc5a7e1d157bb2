import { createKeyedMutex } from '@loci/async';
import type { DocumentClient, GraphClient, MemoryInventoryClient } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { limitWaits } from '@loci/reconciliation';
import type { AwaitEvents } from '@loci/reconciliation';
import { tenantDataRoutes, userDataRoutes } from '@loci/service-hosting';
import type { Service } from '@loci/service-hosting';
import type { AccessFeed } from './accesses/access-feed.ts';
import { onMemoryChanged } from './consumers/on-memory-changed.ts';
import { onRelationshipChanged } from './consumers/on-relationship-changed.ts';
import { analysisErasure } from './erasure/analysis-erasure.ts';
import { insightsRoutes } from './insights/insights.routes.ts';
import { pullAccessCounts } from './jobs/pull-access-counts.ts';
import { reconcileReadModel } from './jobs/reconcile-read-model.ts';
import { readModelRepository } from './read-model/read-model.repository.ts';
import type { Drift } from './reconciliation/reconcile-all-tenants.ts';
import { reconciliationRepository } from './reconciliation/reconciliation.repository.ts';
import { reflectRoutes } from './reflection/reflect.routes.ts';
import { summaryRoutes } from './summary/summary.routes.ts';

export interface AnalysisServicePorts {
  database: Database;
  accesses: AccessFeed;
  memoryInventory: Pick<MemoryInventoryClient, 'tenants' | 'revisions' | 'states'>;
  graph: Pick<GraphClient, 'export'>;
  document: Pick<DocumentClient, 'documents' | 'chunkContents'>;
  /**
   * Waits for events, so that the reconciler does not repair what consumers are about to change. Undefined if the event
   * transport does not support it.
   */
  awaitEvents?: AwaitEvents;
  /** Called after each reconciliation with the number of differences that it found. */
  onDrift(drift: Drift): void;
  /** Returns the current time. Defaults to the system clock. */
  now?: () => Date;
}

/** Creates the analysis service. Its database contains only a read model, which events keep up to date. */
export function createAnalysisService({
  database,
  accesses,
  memoryInventory,
  graph,
  document,
  awaitEvents,
  onDrift,
  now = () => new Date(),
}: AnalysisServicePorts): Service {
  const deps = {
    database,
    inTransaction: database.inTransaction,
    readModel: readModelRepository,
    reconciliation: reconciliationRepository,
    memoryInventory,
    graph,
    document,
    now,
    mutex: createKeyedMutex(),
  };
  const consumers = [onMemoryChanged(database), onRelationshipChanged(database)];
  return {
    name: 'analysis',
    routes: [
      ...reflectRoutes(deps),
      ...summaryRoutes(deps),
      ...insightsRoutes(deps),
      ...tenantDataRoutes({ database }),
      ...userDataRoutes(analysisErasure(database)),
    ],
    consumers,
    jobs: [
      pullAccessCounts(database, accesses),
      reconcileReadModel(deps, onDrift, () => limitWaits(awaitEvents, consumers)),
    ],
    close: () => Promise.resolve(),
  };
}
