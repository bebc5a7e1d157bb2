import { Reply, getContext, route } from '@loci/http';
import type { Route } from '@loci/http';
import type { LostTenants } from '../maintenance/refill-lost-tenants.job.ts';
import { includesSuperseded } from './archive-filter.ts';
import { toVectorSearchResource, vectorSearchResource } from './vector-search.resource.ts';
import { toVectorSearch, vectorSearchBody } from './vector-search.schemas.ts';
import { vectorSearch } from './vector-search.ts';
import type { VectorSearchDeps } from './vector-search.ts';

export const vectorSearchRoutes = (
  deps: VectorSearchDeps & {
    lostTenants: Pick<LostTenants, 'has'>;
    archive: { lostTenants: Pick<LostTenants, 'has'> };
  },
): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/search/vector',
    scope: 'read',
    summary: 'Search by vector similarity',
    operationId: 'searchByVector',
    description: 'Finds the memories and document chunks whose meaning is nearest to the query.',
    reads: ['search'],
    body: vectorSearchBody,
    response: vectorSearchResource,
    errors: ['SYS_SERVICE_UNAVAILABLE'],
    example: { body: { query: 'beverages', limit: 5, filters: { min_importance: 0.3 } } },
    handle: async ({ caller, body, signal, request: httpRequest }) => {
      // The gateway has waited for the caller's own changes before it forwarded the request.
      const pendingWrites = (httpRequest && getContext(httpRequest)?.pendingWrites) ?? 0;
      const request = toVectorSearch(body);
      const result = await vectorSearch(deps, caller, request, signal);
      return new Reply(toVectorSearchResource(body, result, request.skip, pendingWrites), {
        // Checked after the search, because an index detects a damaged file when it reads it.
        isIncomplete:
          deps.lostTenants.has(caller.tenantId) ||
          (includesSuperseded(request.filter) && deps.archive.lostTenants.has(caller.tenantId)),
      });
    },
  }),
];
