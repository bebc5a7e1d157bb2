import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { reflect } from './reflect.ts';
import type { ReflectDeps } from './reflect.ts';
import { reflectionResource, toReflection } from './reflect.resource.ts';
import { reflectBody, toReflectRequest } from './reflect.schemas.ts';

export const reflectRoutes = (deps: ReflectDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/analysis/reflect',
    scope: 'read',
    summary: 'Reflect on memories',
    operationId: 'reflect',
    description: 'Analyzes the memories of a time window for patterns, knowledge gaps and decisions.',
    reads: ['analysis', 'graph'],
    body: reflectBody,
    response: reflectionResource,
    errors: ['VAL_VALIDATION_FAILED'],
    example: { body: { time_window: 'week', max_memories: 20 } },
    handle: async ({ caller, body, signal }) =>
      toReflection(await reflect(deps, caller, toReflectRequest(body), signal)),
  }),
];
