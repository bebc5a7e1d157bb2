import { Reply, route } from '@loci/http';
import type { Route } from '@loci/http';
import { memoryParams } from '../memories/memory.schemas.ts';
import {
  evolvedResource,
  historyMetadata,
  historyResource,
  toEvolved,
  toHistory,
} from './evolution.resource.ts';
import { evolveMemoryBody, historyQuery, toEvolutionRequest } from './evolution.schemas.ts';
import { evolveMemory } from './evolve-memory.ts';
import type { EvolveMemoryDeps } from './evolve-memory.ts';
import { getHistory } from './get-history.ts';
import type { GetHistoryDeps } from './get-history.ts';

export type EvolutionDeps = EvolveMemoryDeps & GetHistoryDeps;

export const evolutionRoutes = (deps: EvolutionDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/memories/:memory_id/history',
    scope: 'read',
    summary: 'Get the history of a memory',
    operationId: 'getMemoryHistory',
    description: 'Lists all versions of a memory, and the relationships between them.',
    reads: ['memory'],
    params: memoryParams,
    query: historyQuery,
    response: historyResource,
    responseMetadata: historyMetadata,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const history = await getHistory(deps, caller, params.memory_id, page);
      return new Reply(toHistory(history, page), {
        metadata: { memory_id: params.memory_id, versions_count: history.total },
      });
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/memories/:memory_id/evolve',
    scope: 'write',
    summary: 'Evolve a memory',
    operationId: 'evolveMemory',
    description: 'Creates a new version of a memory. The original becomes inactive and stays readable.',
    params: memoryParams,
    body: evolveMemoryBody,
    acceptsIfMatch: true,
    status: 201,
    response: evolvedResource,
    errors: [
      'AUTH_FORBIDDEN',
      'RES_NOT_FOUND',
      'RES_ALREADY_EXISTS',
      'RES_PRECONDITION_FAILED',
      'BIZ_QUOTA_EXCEEDED',
    ],
    example: {
      body: {
        new_content: 'Ada prefers coffee to tea.',
        evolution_type: 'correction',
        reason: 'She said so today.',
      },
    },
    handle: async ({ caller, params, body, ifMatch }) =>
      toEvolved(
        await evolveMemory(deps, caller, params.memory_id, toEvolutionRequest(body), ifMatch),
        body.evolution_type,
      ),
  }),
];
