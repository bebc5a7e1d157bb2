import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { searchStatistics } from './search-statistics.ts';
import type { SearchStatisticsDeps } from './search-statistics.ts';

const statisticsResource = z.object({
  total_memories: z.int(),
  total_documents: z.int(),
  total_relationships: z.int(),
  embedding_coverage: z.number(),
  last_indexed: z.string().nullable(),
});

export const statisticsRoutes = (deps: SearchStatisticsDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/search/stats',
    scope: 'read',
    summary: 'Get counts of searchable data and the embedding coverage',
    reads: ['search', 'graph'],
    response: statisticsResource,
    handle: async ({ caller, signal }) => {
      const statistics = await searchStatistics(deps, caller, signal);
      return {
        total_memories: statistics.totalMemories,
        total_documents: statistics.totalDocuments,
        total_relationships: statistics.totalRelationships,
        embedding_coverage: statistics.embeddingCoverage,
        last_indexed: statistics.lastIndexed?.toISOString() ?? null,
      };
    },
  }),
];
