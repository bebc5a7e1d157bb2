import {
  createProtectedRequest,
  deleteProtectedRequest,
  listProtectedRequest,
  protectedMemory,
  replaceProtectedRequest,
  updateProtectedRequest,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { createProtected } from './create-protected.ts';
import type { CreateProtectedDeps } from './create-protected.ts';
import { deleteProtected } from './delete-protected.ts';
import type { DeleteProtectedDeps } from './delete-protected.ts';
import { toProtectedMemory } from './protected-memory.ts';
import type { Selection } from './protected-memory.ts';
import { replaceProtected } from './replace-protected.ts';
import type { ReplaceProtectedDeps } from './replace-protected.ts';
import { updateProtected } from './update-protected.ts';
import type { UpdateProtectedDeps } from './update-protected.ts';

export type ProtectedDeps = CreateProtectedDeps &
  DeleteProtectedDeps &
  ReplaceProtectedDeps &
  UpdateProtectedDeps;

const toNew = (body: z.output<typeof createProtectedRequest>) => ({
  tenantId: body.tenant_id,
  userId: body.user_id,
  memoryType: body.memory_type,
  content: body.content,
  metadata: body.metadata,
});

const toSelection = (body: z.output<typeof replaceProtectedRequest>['previous'][number]): Selection => ({
  memoryType: body.memory_type,
  userId: body.user_id,
  metadata: body.metadata,
});

/** What the personality service asks: nobody else writes protected memories. */
export const protectedRoutes = (deps: ProtectedDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/protected/create',
    scope: 'internal',
    summary: 'Store a protected memory',
    body: createProtectedRequest,
    status: 201,
    response: protectedMemory,
    handle: async ({ body }) => toProtectedMemory(await createProtected(deps, toNew(body))),
  }),
  route({
    method: 'post',
    path: '/internal/memory/protected/update',
    scope: 'internal',
    summary: 'Change a protected memory',
    body: updateProtectedRequest,
    response: protectedMemory,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ body }) =>
      toProtectedMemory(await updateProtected(deps, body.tenant_id, body.id, toSelection(body), body.change)),
  }),
  route({
    method: 'post',
    path: '/internal/memory/protected/delete',
    scope: 'internal',
    summary: 'Delete a protected memory',
    body: deleteProtectedRequest,
    response: z.object({ id: z.guid() }),
    errors: ['RES_NOT_FOUND'],
    handle: async ({ body }) => {
      await deleteProtected(deps, body.tenant_id, body.id, toSelection(body));
      return { id: body.id };
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/protected/list',
    scope: 'internal',
    summary: 'Protected memories of a tenant, newest first',
    body: listProtectedRequest,
    response: z.object({ items: z.array(protectedMemory) }),
    handle: ({ body }) =>
      deps.inTransaction(body.tenant_id, async (tx) => {
        const found = await deps.protectedMemories.select(tx, body.tenant_id, toSelection(body), {
          includeInactive: body.include_inactive,
        });
        return { items: found.map(toProtectedMemory) };
      }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/protected/replace',
    scope: 'internal',
    summary: 'Deactivate protected memories and store a new one in their place',
    body: replaceProtectedRequest,
    status: 201,
    response: protectedMemory,
    handle: async ({ body }) =>
      toProtectedMemory(await replaceProtected(deps, body.previous.map(toSelection), toNew(body))),
  }),
];
