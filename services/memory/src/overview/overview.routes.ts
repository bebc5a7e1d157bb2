import { componentNames, shortenContent } from '@loci/contracts';
import type { Total } from '@loci/core';
import { queryNumber, route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { getOverview } from './get-overview.ts';
import type { GetOverviewDeps } from './get-overview.ts';
import { MAX_ACTIVITY_DAYS } from './overview.ts';
import type { Overview } from './overview.ts';

const overviewQuery = z.object({
  days: queryNumber(z.int().min(0).max(MAX_ACTIVITY_DAYS))
    .default(14)
    .describe('Number of days in `activity`, including the current UTC day.'),
});

const count = z.object({
  total: z.int().describe('Number of objects. A lower bound if `total_is_exact` is false.'),
  total_is_exact: z.boolean().describe('False if there are more than `total` objects.'),
});

const overviewResource = z
  .object({
    open_contradictions: count.describe('Unresolved contradictions between active memories.'),
    open_suggestions: count.describe('Open suggestions.'),
    embeddings: z
      .object({
        completed: z.int().describe('Number of memories with a completed embedding.'),
        outstanding: z.int().describe('Number of memories whose embedding is pending or failed.'),
        failed: z
          .array(
            z.object({
              id: z.guid().describe('ID of the memory.'),
              content: z.string().describe('The first 300 characters of the content.'),
            }),
          )
          .describe('Up to 5 memories with a failed embedding, latest change first.'),
      })
      .describe('Embeddings of the active memories.'),
    activity: z
      .array(count.extend({ date: z.string().describe('Day in UTC, `YYYY-MM-DD`.') }))
      .describe('Memories and versions that were created on each day, oldest day first.'),
  })
  .register(componentNames, { name: 'Overview' });

const toCount = ({ count: total, isExact }: Total) => ({ total, total_is_exact: isExact });

const toOverviewResource = (overview: Overview) => ({
  open_contradictions: toCount(overview.openContradictions),
  open_suggestions: toCount(overview.openSuggestions),
  embeddings: {
    completed: overview.memories.embedded,
    outstanding: overview.memories.total - overview.memories.embedded,
    failed: overview.failed.map(({ id, content }) => ({ id, content: shortenContent(content) })),
  },
  activity: overview.activity.map(({ day, created }) => ({
    date: day.toISOString().slice(0, 10),
    ...toCount(created),
  })),
});

export const overviewRoutes = (deps: GetOverviewDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/overview',
    scope: 'read',
    summary: 'Get an overview of the tenant',
    operationId: 'getOverview',
    description: 'Counts open decisions, outstanding embeddings and the memories of the last days.',
    query: overviewQuery,
    response: overviewResource,
    handle: async ({ caller, query }) => toOverviewResource(await getOverview(deps, caller, query.days)),
  }),
];
