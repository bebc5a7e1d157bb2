import {
  FIRST_TOOL_CALLS_PATH,
  REVOKED_GRANTS_PATH,
  firstToolCallsRequest,
  firstToolCallsResponse,
  revokedGrantsResponse,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { z } from 'zod';
import { listRevokedSince } from './list-revoked-grants.ts';
import { recordFirstToolCalls } from './record-first-tool-calls.ts';

/** Internal operations with which gateways poll for revoked grants, and record their first tool calls. */
export const grantRoutes = (deps: { database: Database; now(): Date }): Route[] => [
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
  route({
    method: 'post',
    path: FIRST_TOOL_CALLS_PATH,
    scope: 'internal',
    summary: 'Record the first tool calls of grants',
    body: firstToolCallsRequest,
    response: firstToolCallsResponse,
    handle: async ({ body }) => {
      await recordFirstToolCalls(
        deps,
        body.calls.map((call) => ({ grantId: call.grant_id, calledAt: new Date(call.called_at) })),
      );
      return { recorded: true as const };
    },
  }),
];
