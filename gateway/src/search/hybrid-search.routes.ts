import { Reply, route } from '@loci/http';
import type { Route } from '@loci/http';
import type { ReadLog } from './read-log.ts';
import type { OwnWrites } from '../own-writes/own-writes.ts';
import { hybridSearch } from './hybrid-search.ts';
import { hybridSearchResource, toHybridResource } from './hybrid-search.resource.ts';
import type { HybridSearchDeps } from './search-context.ts';
import { hybridSearchBody, toHybridSearch } from './hybrid-search.schemas.ts';

export interface HybridSearchRouteDeps extends HybridSearchDeps {
  ownWrites: Pick<OwnWrites, 'waitUntilSearchable'>;
  readLog: Pick<ReadLog, 'noteFound'>;
}

export const hybridSearchRoutes = (deps: HybridSearchRouteDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/search/hybrid',
    scope: 'read',
    summary: 'Search by keyword, vector and graph',
    operationId: 'searchHybrid',
    description:
      'Finds memories and document chunks by words, by meaning and by relationships, and merges the three rankings.',
    reads: ['search', 'graph'],
    body: hybridSearchBody,
    response: hybridSearchResource,
    hasExactResponse: true,
    errors: ['SYS_SERVICE_UNAVAILABLE'],
    example: { body: { query: 'What does Ada like to drink?', limit: 5 } },
    handle: async ({ caller, body, signal }) => {
      const request = toHybridSearch(body);
      const pendingWrites = await deps.ownWrites.waitUntilSearchable(caller, signal);
      const result = await hybridSearch(deps, caller, request, signal);
      deps.readLog.noteFound(
        caller,
        result.hits.flatMap(({ item }) => (item.kind === 'memory' ? item.id : [])),
      );
      return new Reply(toHybridResource(request, result, pendingWrites), {
        isIncomplete: result.isIncomplete,
      });
    },
  }),
];
