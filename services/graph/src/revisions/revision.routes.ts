import { optionalCursorPageQuery, route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { relationshipParams } from '../relationships/relationship.schemas.ts';
import { listRevisions } from './list-revisions.ts';
import type { ListRevisionsDeps } from './list-revisions.ts';
import { revisionsResource, toRevisionList } from './revision.resource.ts';

const revisionsQuery = z.object(optionalCursorPageQuery);

export const revisionRoutes = (deps: ListRevisionsDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/relationships/:relationship_id/revisions',
    scope: 'read',
    summary: 'List the revisions of a relationship',
    operationId: 'listRelationshipRevisions',
    description: 'Lists every recorded state of a relationship, newest first.',
    params: relationshipParams,
    query: revisionsQuery,
    response: revisionsResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      return toRevisionList(await listRevisions(deps, caller, params.relationship_id, page), page);
    },
  }),
];
