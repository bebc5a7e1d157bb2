import {
  ERASURES_PATH,
  ERASURE_PASSES_ROUTE,
  dueErasures,
  erasurePass,
  recordedErasurePass,
} from '@loci/contracts';
import {
  continuation,
  continueAfter,
  cursorField,
  queryNumber,
  route,
  takeItems,
  timeAndId,
  uuid,
} from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import { z } from 'zod';
import { listDueErasures } from './list-due-erasures.ts';
import { erasureResource, toErasureResource } from './erasure.resource.ts';
import { readErasure, readErasures } from './read-erasures.ts';
import { recordErasurePass } from './record-erasure-pass.ts';
import { requestErasure } from './request-erasure.ts';

export interface ErasureDeps {
  database: Database;
  newId(): string;
  now(): Date;
}

const requestBody = z.object({
  user_id: uuid.describe('User whose data is erased.'),
  confirm: uuid.describe('The same ID again.'),
});

const listQuery = z.object({
  limit: queryNumber(z.int().min(1).max(100)).default(20).describe('Maximum number of erasures, 1 to 100.'),
  cursor: cursorField.optional().describe('next_cursor of the previous response.'),
});

const params = z.object({ erasure_id: uuid.describe('ID of the erasure.') });

/** Name of this list in its cursors. */
const ERASURE_LIST = 'erasures';

const EXAMPLE_USER = '01a20170-2f33-7001-9a3f-1d2c3b4a5e6f';

/** Operations of clients on erasures. */
export const erasureRoutes = (deps: ErasureDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/erasures',
    scope: 'write',
    permission: 'delete',
    summary: 'Erase everything that a user stored in the tenant',
    operationId: 'createErasure',
    description: 'Starts the deletion of all data of a user in every store.',
    body: requestBody,
    status: 202,
    response: erasureResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
    example: { body: { user_id: EXAMPLE_USER, confirm: EXAMPLE_USER } },
    handle: async ({ caller, body: { user_id: userId, confirm } }) =>
      toErasureResource(await requestErasure(deps, caller, { userId, confirm })),
  }),
  route({
    method: 'get',
    path: '/api/v2/erasures',
    scope: 'read',
    summary: 'List erasures, newest first',
    operationId: 'listErasures',
    description: 'Lists the erasures of the tenant, newest first.',
    query: listQuery,
    response: z.object({
      items: z.array(erasureResource).describe('Erasures, newest first.'),
      ...continuation,
    }),
    handle: async ({ caller, query: { limit, cursor } }) => {
      const after = continueAfter(cursor, ERASURE_LIST, timeAndId);
      const erasures = await readErasures(deps, caller, { after, limit: limit + 1 });
      const { items, truncated, next_cursor } = takeItems(
        erasures,
        { start: cursor?.position ?? 0, limit },
        {
          list: ERASURE_LIST,
          toItem: toErasureResource,
          keyOf: ({ requestedAt, id }) => [requestedAt.toISOString(), id],
        },
      );
      return { items, truncated, next_cursor };
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/erasures/:erasure_id',
    scope: 'read',
    summary: 'Get the progress of an erasure, and its receipt',
    operationId: 'getErasure',
    description: 'Returns the state of an erasure, and its signed receipt after it has finished.',
    params,
    response: erasureResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params: { erasure_id: id } }) =>
      toErasureResource(await readErasure(deps, caller, id)),
  }),
];

/** Internal operations for the erasure job of the gateways. */
export const erasurePassRoutes = ({ database, now }: Pick<ErasureDeps, 'database' | 'now'>): Route[] => [
  route({
    method: 'get',
    path: ERASURES_PATH,
    scope: 'internal',
    summary: 'List erasures for which a pass is due',
    response: dueErasures,
    handle: async () => ({
      items: await listDueErasures({ database, now }),
    }),
  }),
  route({
    method: 'post',
    path: ERASURE_PASSES_ROUTE,
    scope: 'internal',
    summary: 'Record a pass of an erasure through all services',
    params,
    body: erasurePass,
    response: recordedErasurePass,
    handle: async ({ params: { erasure_id: id }, body }) => ({
      completed: await recordErasurePass({ database, now }, id, body),
    }),
  }),
];
