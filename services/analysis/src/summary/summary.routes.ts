import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { summarize } from './summarize.ts';
import type { SummarizeDeps } from './summarize.ts';
import { summarizeBody, toSummarizeRequest } from './summarize.schemas.ts';
import { summaryResource, toSummary } from './summary.resource.ts';

export const summaryRoutes = (deps: SummarizeDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/analysis/summarize',
    scope: 'read',
    summary: 'Summarize memories',
    operationId: 'summarizeMemories',
    description: 'Selects the most important sentences of the given memories.',
    reads: ['analysis', 'graph'],
    body: summarizeBody,
    response: summaryResource,
    example: { body: { max_memories: 20 } },
    handle: async ({ caller, body }) => toSummary(await summarize(deps, caller, toSummarizeRequest(body))),
  }),
];
