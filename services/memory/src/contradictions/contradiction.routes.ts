import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { memoryParams } from '../memories/memory.schemas.ts';
import {
  contradictionResource,
  contradictionsResource,
  openContradictionsResource,
  resolvedResource,
  toContradictionResource,
  toContradictionList,
  toOpenContradictionList,
  toResolvedResource,
} from './contradiction.resource.ts';
import {
  contradictionParams,
  contradictionsQuery,
  openContradictionsQuery,
  reportContradictionBody,
  resolveContradictionBody,
  toResolutionRequest,
  toReport,
} from './contradiction.schemas.ts';
import { listContradictions, listOpenContradictions } from './list-contradictions.ts';
import type { ListContradictionsDeps, ListOpenContradictionsDeps } from './list-contradictions.ts';
import { reportContradiction } from './report-contradiction.ts';
import type { ReportContradictionDeps } from './report-contradiction.ts';
import { resolveContradiction } from './resolve-contradiction.ts';
import type { ResolveContradictionDeps } from './resolve-contradiction.ts';

export type ContradictionDeps = ReportContradictionDeps &
  ListContradictionsDeps &
  ListOpenContradictionsDeps &
  ResolveContradictionDeps;

export const contradictionRoutes = (deps: ContradictionDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/memories/contradictions',
    scope: 'write',
    summary: 'Report a contradiction',
    operationId: 'reportContradiction',
    description: 'Records that two memories contradict each other.',
    body: reportContradictionBody,
    status: 201,
    response: contradictionResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS'],
    example: {
      body: {
        source_memory_id: '01890a5d-ac96-774b-bcce-b302099a8057',
        target_memory_id: '01890a5d-ac96-774b-bcce-b302099a8058',
        contradiction_type: 'direct',
        confidence: 0.9,
      },
    },
    handle: async ({ caller, body }) =>
      toContradictionResource(await reportContradiction(deps, caller, toReport(body))),
  }),
  route({
    method: 'get',
    path: '/api/v2/memories/:memory_id/contradictions',
    scope: 'read',
    summary: 'List the contradictions of a memory',
    operationId: 'listMemoryContradictions',
    description: 'Lists the open and resolved contradictions of a memory.',
    reads: ['memory'],
    params: memoryParams,
    query: contradictionsQuery,
    response: contradictionsResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const contradictions = await listContradictions(deps, caller, params.memory_id, page);
      return toContradictionList(params.memory_id, contradictions, page);
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/contradictions',
    scope: 'read',
    summary: 'List open contradictions',
    operationId: 'listOpenContradictions',
    description: 'Lists the unresolved contradictions of all memories, for review.',
    reads: ['memory'],
    query: openContradictionsQuery,
    response: openContradictionsResource,
    handle: async ({ caller, query: { limit, cursor } }) =>
      toOpenContradictionList(await listOpenContradictions(deps, caller, { limit, cursor }), {
        limit,
        cursor,
      }),
  }),
  route({
    method: 'post',
    path: '/api/v2/memories/contradictions/:contradiction_id/resolve',
    scope: 'write',
    summary: 'Resolve a contradiction',
    operationId: 'resolveContradiction',
    description: 'Decides which of two contradicting memories is right.',
    params: contradictionParams,
    body: resolveContradictionBody,
    response: resolvedResource,
    errors: ['RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
    example: { body: { resolution: 'keep_both', reason: 'Tea at work, coffee at home.' } },
    handle: async ({ caller, params, body }) =>
      toResolvedResource(
        await resolveContradiction(deps, caller, params.contradiction_id, toResolutionRequest(body)),
      ),
  }),
];
