import type { Database } from '@loci/postgres';
import type { Service } from '@loci/runtime';
import type { AccessFeed } from './accesses/access-feed.ts';
import { onMemoryChanged } from './consumers/on-memory-changed.ts';
import { onRelationshipChanged } from './consumers/on-relationship-changed.ts';
import { insightsRoutes } from './insights/insights.routes.ts';
import { pullAccessCounts } from './jobs/pull-access-counts.ts';
import { readModelRepository } from './read-model/read-model.repository.ts';
import { reflectRoutes } from './reflection/reflect.routes.ts';
import { summaryRoutes } from './summary/summary.routes.ts';

export interface AnalysisServicePorts {
  database: Database;
  /** Of the memory service. */
  accesses: AccessFeed;
  now?: () => Date;
}

/** Reflection, summaries and insights over a read model of its own. */
export function createAnalysisService({
  database,
  accesses,
  now = () => new Date(),
}: AnalysisServicePorts): Service {
  const deps = { inTransaction: database.inTransaction, readModel: readModelRepository, now };
  return {
    name: 'analysis',
    routes: [...reflectRoutes(deps), ...summaryRoutes(deps), ...insightsRoutes(deps)],
    consumers: [onMemoryChanged(database), onRelationshipChanged(database)],
    jobs: [pullAccessCounts(database, accesses)],
    close: () => Promise.resolve(),
  };
}
