import { componentNames } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { searchStatistics } from './search-statistics.ts';
import type { SearchStatisticsDeps } from './search-statistics.ts';

const statisticsResource = z
  .object({
    total_memories: z.int().describe('Number of active memories, excluding protected memories.'),
    total_documents: z.int().describe('Number of documents.'),
    total_relationships: z
      .int()
      .describe('Number of active relationships. An `INVERSE_PAIRED` pair counts as two.'),
    embedding_coverage: z
      .number()
      .describe(
        'Share of the memories in `total_memories` whose `embedding_status` is `completed`, 0 to 1. If the tenant has no memories, the value is 1.',
      ),
    last_indexed: z
      .string()
      .nullable()
      .describe('Time of the last change of the search index; null if nothing was indexed.'),
  })
  .register(componentNames, { name: 'SearchStatistics' });

export const statisticsRoutes = (deps: SearchStatisticsDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/search/stats',
    scope: 'read',
    summary: 'Get counts of searchable data and the embedding coverage',
    operationId: 'getSearchStatistics',
    description: 'Returns how many items can be found, and which share of them has an embedding.',
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
