import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import { isPresent, toTimeTravel, validityTime } from '@loci/service-hosting';
import { getRelationshipAt } from '../past/get-relationship-at.ts';
import { traversePast } from '../past/traverse-past.ts';
import type { TraversePastDeps } from '../past/traverse-past.ts';
import { createRelationship } from './create-relationship.ts';
import type { CreateRelationshipDeps } from './create-relationship.ts';
import { createRelationshipsInBulk } from './create-relationships-in-bulk.ts';
import { deleteRelationshipsBetween } from './delete-relationships-between.ts';
import type { DeleteRelationshipsBetweenDeps } from './delete-relationships-between.ts';
import { deleteRelationship } from './delete-relationship.ts';
import type { DeleteRelationshipDeps } from './delete-relationship.ts';
import { getRelationship } from './get-relationship.ts';
import type { GetRelationshipDeps } from './get-relationship.ts';
import { listRelationships, relationshipCursor } from './list-relationships.ts';
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
  getRelationshipQuery,
  listRelationshipsQuery,
  relationshipParams,
  toIncluded,
  toNewRelationship,
  toNewRelationships,
  toRelationshipChange,
  traverseBody,
  updateRelationshipBody,
} from './relationship.schemas.ts';
import type { Relationship } from './relationship.ts';
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
  TraverseGraphDeps &
  TraversePastDeps;

const EXAMPLE_IDS = {
  from_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  to_id: '01890a5d-ac96-774b-bcce-b302099a8058',
};

export function relationshipRoutes(deps: RelationshipDeps): Route[] {
  const toResource = (relationship: Relationship) => toRelationshipResource(relationship, deps.now());
  return [
    route({
      method: 'post',
      path: '/api/v2/relationships',
      scope: 'write',
      summary: 'Create a relationship',
      operationId: 'createRelationship',
      description: 'Connects two memories with a typed relationship.',
      body: createRelationshipBody,
      status: 201,
      response: relationshipResource,
      errors: ['RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'SYS_SERVICE_UNAVAILABLE'],
      example: { body: { ...EXAMPLE_IDS, relationship_type: 'supports', strength: 0.8 } },
      handle: async ({ caller, body }) =>
        toResource(await createRelationship(deps, caller, toNewRelationship(body))),
    }),
    route({
      method: 'post',
      path: '/api/v2/relationships/bulk',
      scope: 'write',
      summary: 'Create up to 1,000 relationships, or none',
      operationId: 'createRelationships',
      description: 'Creates all relationships of the body in one transaction, or none of them.',
      body: bulkBody,
      status: 201,
      response: bulkResource,
      errors: ['RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'SYS_SERVICE_UNAVAILABLE'],
      example: { body: [{ ...EXAMPLE_IDS, relationship_type: 'follows' }] },
      handle: async ({ caller, body }) => {
        const created = await createRelationshipsInBulk(deps, caller, toNewRelationships(body));
        return { created: created.map(toResource), updated: [], deleted: [], errors: [] };
      },
    }),
    route({
      method: 'post',
      path: '/api/v2/relationships/traverse',
      scope: 'read',
      summary: 'Find the paths that start at a memory',
      operationId: 'traverseRelationships',
      description: 'Follows relationships from a memory up to a depth, strongest paths first.',
      reads: ['graph'],
      body: traverseBody,
      response: traversalResource,
      hasExactResponse: true,
      errors: ['RES_NOT_FOUND', 'SYS_SERVICE_UNAVAILABLE'],
      example: { body: { start_memory_id: EXAMPLE_IDS.from_id, max_depth: 2, direction: 'OUTBOUND' } },
      handle: async ({ caller, body }) => {
        const { direction, include_scores: withScores } = body;
        const request = {
          startId: body.start_memory_id,
          maxDepth: body.max_depth,
          direction,
          types: body.relationship_types ?? [],
          included: toIncluded(body),
        };
        const travel = toTimeTravel(body);
        const traversal = isPresent(travel)
          ? await traverseGraph(deps, caller, request)
          : await traversePast(deps, caller, request, travel);
        return toTraversalResource(traversal, { direction, withScores });
      },
    }),
    route({
      method: 'get',
      path: '/api/v2/relationships',
      scope: 'read',
      summary: 'List relationships',
      operationId: 'listRelationships',
      description:
        'Lists relationships of the tenant, newest first, or those of one memory, also the strongest first.',
      reads: ['graph'],
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
          included: toIncluded(query),
        };
        const travel = toTimeTravel(query);
        const { items, total, at } = await listRelationships(deps, caller, filter, query.sort, page, travel);
        return toCursorPage(items, page, total, {
          ...relationshipCursor(query.sort),
          toItem: (relationship) => toRelationshipResource(relationship, at),
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
      operationId: 'deleteRelationshipsBetween',
      description: 'Deletes the relationships from one memory to another, with their inverse relationships.',
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
      operationId: 'getRelationship',
      description: 'Returns a relationship, or its state at an earlier time.',
      reads: ['graph'],
      params: relationshipParams,
      query: getRelationshipQuery,
      response: relationshipResource,
      errors: ['RES_NOT_FOUND'],
      handle: async ({ caller, params, query }) => {
        const travel = toTimeTravel(query);
        const { knownAt } = travel;
        const relationship =
          knownAt === null
            ? await getRelationship(deps, caller, params.relationship_id)
            : await getRelationshipAt(deps, caller, params.relationship_id, knownAt);
        return toRelationshipResource(relationship, validityTime(travel, deps.now()));
      },
    }),
    route({
      method: 'patch',
      path: '/api/v2/relationships/:relationship_id',
      scope: 'write',
      summary: 'Update the strength, confidence, evidence or validity of a relationship',
      operationId: 'updateRelationship',
      description: 'Changes the fields that the body contains. Other fields keep their values.',
      params: relationshipParams,
      body: updateRelationshipBody,
      response: relationshipResource,
      errors: ['RES_NOT_FOUND'],
      example: { body: { strength: 0.9, evidence: { source: 'second report' } } },
      handle: async ({ caller, params, body }) =>
        toResource(
          await updateRelationship(deps, caller, params.relationship_id, toRelationshipChange(body)),
        ),
    }),
    route({
      method: 'delete',
      path: '/api/v2/relationships/:relationship_id',
      scope: 'write',
      permission: 'delete',
      summary: 'Delete a relationship',
      operationId: 'deleteRelationship',
      description: 'Deletes a relationship and its inverse relationship.',
      params: relationshipParams,
      response: deletedResource,
      errors: ['RES_NOT_FOUND'],
      handle: async ({ caller, params }) => {
        await deleteRelationship(deps, caller, params.relationship_id);
        return { id: params.relationship_id, deleted: true as const };
      },
    }),
  ];
}
