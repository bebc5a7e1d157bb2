import { REVOKED_GRANTS_PATH, revokedGrantsResponse } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { z } from 'zod';
import { listRevokedSince } from './list-revoked-grants.ts';

/** Internal operation with which gateways poll for revoked grants. */
export const grantRoutes = (deps: { database: Database }): Route[] => [
  route({
    method: 'get',
    path: REVOKED_GRANTS_PATH,
    scope: 'internal',
    summary: 'List the grants revoked since a cursor',
    query: z.object({ since: z.string().max(500).optional() }),
    response: revokedGrantsResponse,
    handle: async ({ query }) => {
      const { grantIds, cursor, more } = await listRevokedSince(deps.database, query.since);
      return { grant_ids: grantIds, cursor, more };
    },
  }),
];
