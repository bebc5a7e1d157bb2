import { route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import {
  connectionPage,
  connectionParams,
  connectionResource,
  endedConnectionResource,
  listConnectionsQuery,
  toConnectionResource,
} from './connection.schemas.ts';
import { endConnection, getConnection, listConnectionsOfCaller } from './manage-connections.ts';
import type { ManageConnectionsDeps } from './manage-connections.ts';

/** Operations of the portal on the connections of the caller's tenant. They are not part of the documented API. */
export const connectionRoutes = (deps: ManageConnectionsDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/auth/connections',
    scope: 'read',
    documented: false,
    summary: 'List the applications that are connected to your tenant, or its portal sessions, newest first',
    query: listConnectionsQuery,
    response: connectionPage,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const filter = { userId: query.user_id, kind: query.kind };
      const { items, total, list, keyOf } = await listConnectionsOfCaller(deps, caller, filter, page);
      return toCursorPage(items, page, total, { list, keyOf, toItem: toConnectionResource });
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/auth/connections/:connection_id',
    scope: 'read',
    documented: false,
    summary: 'Return a connected application or a portal session',
    params: connectionParams,
    response: connectionResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      toConnectionResource(await getConnection(deps, caller, params.connection_id)),
  }),
  route({
    method: 'delete',
    path: '/api/v2/auth/connections/:connection_id',
    scope: 'read',
    documented: false,
    summary: 'End the access of an application or a portal session',
    params: connectionParams,
    response: endedConnectionResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params: { connection_id: id } }) => {
      await endConnection(deps, caller, id);
      return { connection_id: id, ended: true as const };
    },
  }),
];
