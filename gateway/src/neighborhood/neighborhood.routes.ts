import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { neighborhoodResource, toNeighborhoodMemory } from './neighborhood.resource.ts';
import { neighborhoodBody } from './neighborhood.schemas.ts';
import { readNeighborhood } from './read-neighborhood.ts';
import type { NeighborhoodDeps } from './read-neighborhood.ts';

/** The operation that reads a part of the graph with the contents of its memories. */
export const neighborhoodRoutes = (deps: NeighborhoodDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/relationships/neighborhood',
    scope: 'read',
    summary: 'Get a neighborhood of the graph',
    operationId: 'getNeighborhood',
    description:
      'Returns memories, the memories that have a relationship with them, and the relationships between all of them.',
    reads: ['memory', 'graph'],
    body: neighborhoodBody,
    response: neighborhoodResource,
    errors: ['SYS_SERVICE_UNAVAILABLE'],
    example: { body: { memory_ids: ['01a2018e-850c-7000-bee0-3ea9bd90741f'], limit: 20 } },
    handle: async ({ caller, body, signal }) => {
      const { memories, relationships, counts, isTruncated } = await readNeighborhood(
        deps,
        {
          tenantId: caller.tenantId,
          ids: body.memory_ids,
          knownIds: body.known_ids,
          limit: body.limit,
          asOf: body.as_of,
        },
        { requestId: caller.requestId, signal },
      );
      return {
        memories: memories.map((memory) => toNeighborhoodMemory(memory, counts.get(memory.id) ?? 0)),
        relationships: relationships.map(({ type, ...relationship }) => ({
          ...relationship,
          relationship_type: type,
        })),
        truncated: isTruncated,
      };
    },
  }),
];
