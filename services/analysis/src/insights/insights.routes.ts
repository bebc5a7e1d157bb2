import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { ReadModelRepository } from '../read-model/read-model.repository.ts';
import { computeTenantInsights } from './tenant-insights.ts';
import { insightsResource, toInsights } from './insights.resource.ts';

export interface InsightsDeps {
  inTransaction: InTransaction;
  readModel: Pick<ReadModelRepository, 'countTenant'>;
  now(): Date;
}

export const insightsRoutes = ({ inTransaction, readModel, now }: InsightsDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/analysis/insights',
    scope: 'read',
    summary: 'Get insights',
    operationId: 'getInsights',
    description: 'Returns counts and trends of the memories of a time window.',
    reads: ['analysis', 'graph'],
    response: insightsResource,
    example: {},
    handle: async ({ caller: { tenantId } }) => {
      const counts = await inTransaction(tenantId, (tx) => readModel.countTenant(tx, tenantId, now()));
      return toInsights(computeTenantInsights(counts));
    },
  }),
];
