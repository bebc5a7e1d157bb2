import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import { createRelationship } from './create-relationship.ts';
import type { CreateRelationshipDeps } from './create-relationship.ts';
import { createRelationshipsInBulk } from './create-relationships-in-bulk.ts';
import { deleteRelationshipsBetween } from './delete-relationships-between.ts';
import type { DeleteRelationshipsBetweenDeps } from './delete-relationships-between.ts';
import { deleteRelationship } from './delete-relationship.ts';
import type { DeleteRelationshipDeps } from './delete-relationship.ts';
import { getRelationship } from './get-relationship.ts';
import type { GetRelationshipDeps } from './get-relationship.ts';
import { RELATIONSHIP_LIST, listRelationships } from './list-relationships.ts';
import type { ListRelationshipsDeps } from './list-relationships.ts';
import {
  bulkResource,
  deletedBetweenResource,
  deletedResource,
  relationshipPageResource,
  relationshipResource,
  toRelationshipResource,
  toTraversalResource,
  traversalResource,
} from './relationship.resource.ts';
import {
  betweenQuery,
  bulkBody,
  createRelationshipBody,
  listRelationshipsQuery,
  relationshipParams,
  toNewRelationship,
  toNewRelationships,
  toRelationshipChange,
  traverseBody,
  updateRelationshipBody,
} from './relationship.schemas.ts';
import { traverseGraph } from './traverse-graph.ts';
import type { TraverseGraphDeps } from './traverse-graph.ts';
import { updateRelationship } from './update-relationship.ts';
import type { UpdateRelationshipDeps } from './update-relationship.ts';

export type RelationshipDeps = CreateRelationshipDeps &
  GetRelationshipDeps &
  ListRelationshipsDeps &
  UpdateRelationshipDeps &
  DeleteRelationshipDeps &
  DeleteRelationshipsBetweenDeps &
  TraverseGraphDeps;

const EXAMPLE_IDS = {
  from_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  to_id: '01890a5d-ac96-774b-bcce-b302099a8058',
};

export const relationshipRoutes = (deps: RelationshipDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/relationships',
    scope: 'write',
    summary: 'Create a relationship',
    body: createRelationshipBody,
    status: 201,
    response: relationshipResource,
    errors: ['RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'SYS_SERVICE_UNAVAILABLE'],
    example: { body: { ...EXAMPLE_IDS, relationship_type: 'supports', strength: 0.8 } },
    handle: async ({ caller, body }) =>
      toRelationshipResource(await createRelationship(deps, caller, toNewRelationship(body))),
  }),
  route({
    method: 'post',
    path: '/api/v2/relationships/bulk',
    scope: 'write',
    summary: 'Create up to 1,000 relationships, or none',
    body: bulkBody,
    status: 201,
    response: bulkResource,
    errors: ['RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'SYS_SERVICE_UNAVAILABLE'],
    example: { body: [{ ...EXAMPLE_IDS, relationship_type: 'follows' }] },
    handle: async ({ caller, body }) => {
      const created = await createRelationshipsInBulk(deps, caller, toNewRelationships(body));
      return { created: created.map(toRelationshipResource), updated: [], deleted: [], errors: [] };
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/relationships/traverse',
    scope: 'read',
    summary: 'Find the paths that start at a memory',
    body: traverseBody,
    response: traversalResource,
    errors: ['RES_NOT_FOUND', 'SYS_SERVICE_UNAVAILABLE'],
    example: { body: { start_memory_id: EXAMPLE_IDS.from_id, max_depth: 2, direction: 'OUTBOUND' } },
    handle: async ({ caller, body }) => {
      const { direction, include_scores: withScores } = body;
      const traversal = await traverseGraph(deps, caller, {
        startId: body.start_memory_id,
        maxDepth: body.max_depth,
        direction,
        types: body.relationship_types ?? [],
        includeInactive: body.include_inactive,
      });
      return toTraversalResource(traversal, { direction, withScores });
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/relationships',
    scope: 'read',
    summary: 'List relationships, newest first',
    query: listRelationshipsQuery,
    response: relationshipPageResource,
    example: { query: { memory_id: EXAMPLE_IDS.from_id, per_page: '10' } },
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const filter = {
        fromId: query.from_id,
        toId: query.to_id,
        memoryId: query.memory_id,
        relationshipType: query.relationship_type,
        includeInactive: query.include_inactive,
      };
      const { items, total } = await listRelationships(deps, caller, filter, page);
      return toCursorPage(items, page, total, {
        list: RELATIONSHIP_LIST,
        toItem: toRelationshipResource,
        keyOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      });
    },
  }),
  // This route must come before the route with `:relationship_id`, which would match `between`.
  route({
    method: 'delete',
    path: '/api/v2/relationships/between',
    scope: 'write',
    permission: 'delete',
    summary: 'Delete all relationships from one memory to another',
    query: betweenQuery,
    response: deletedBetweenResource,
    errors: ['RES_NOT_FOUND'],
    example: { query: EXAMPLE_IDS },
    handle: async ({ caller, query }) => {
      const deletedIds = await deleteRelationshipsBetween(deps, caller, query.from_id, query.to_id);
      return { ...query, deleted: deletedIds.length, deleted_ids: deletedIds };
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/relationships/:relationship_id',
    scope: 'read',
    summary: 'Get a relationship',
    params: relationshipParams,
    response: relationshipResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      toRelationshipResource(await getRelationship(deps, caller, params.relationship_id)),
  }),
  route({
    method: 'patch',
    path: '/api/v2/relationships/:relationship_id',
    scope: 'write',
    summary: 'Update the strength, confidence or evidence of a relationship',
    params: relationshipParams,
    body: updateRelationshipBody,
    response: relationshipResource,
    errors: ['RES_NOT_FOUND'],
    example: { body: { strength: 0.9, evidence: { source: 'second report' } } },
    handle: async ({ caller, params, body }) =>
      toRelationshipResource(
        await updateRelationship(deps, caller, params.relationship_id, toRelationshipChange(body)),
      ),
  }),
  route({
    method: 'delete',
    path: '/api/v2/relationships/:relationship_id',
    scope: 'write',
    permission: 'delete',
    summary: 'Delete a relationship',
    params: relationshipParams,
    response: deletedResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      await deleteRelationship(deps, caller, params.relationship_id);
      return { id: params.relationship_id, deleted: true as const };
    },
  }),
];
