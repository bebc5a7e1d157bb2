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
import { createProtectedMemory } from './create-protected-memory.ts';
import type { CreateProtectedMemoryDeps } from './create-protected-memory.ts';
import { deleteProtectedMemory } from './delete-protected-memory.ts';
import type { DeleteProtectedMemoryDeps } from './delete-protected-memory.ts';
import { toProtectedMemory } from './protected-memory.ts';
import type { ProtectedMemoryFilter } from './protected-memory.ts';
import { replaceProtectedMemories } from './replace-protected-memories.ts';
import type { ReplaceProtectedMemoriesDeps } from './replace-protected-memories.ts';
import { updateProtectedMemory } from './update-protected-memory.ts';
import type { UpdateProtectedMemoryDeps } from './update-protected-memory.ts';

export type ProtectedMemoryDeps = CreateProtectedMemoryDeps &
  DeleteProtectedMemoryDeps &
  ReplaceProtectedMemoriesDeps &
  UpdateProtectedMemoryDeps;

const toNew = (body: z.output<typeof createProtectedRequest>) => ({
  tenantId: body.tenant_id,
  userId: body.user_id,
  memoryType: body.memory_type,
  content: body.content,
  metadata: body.metadata,
});

const toSelection = (
  body: z.output<typeof replaceProtectedRequest>['previous'][number],
): ProtectedMemoryFilter => ({
  memoryType: body.memory_type,
  userId: body.user_id,
  metadata: body.metadata,
});

/** What the personality service asks: nobody else writes protected memories. */
export const protectedMemoryRoutes = (deps: ProtectedMemoryDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/protected/create',
    scope: 'internal',
    summary: 'Store a protected memory',
    body: createProtectedRequest,
    status: 201,
    response: protectedMemory,
    handle: async ({ body }) => toProtectedMemory(await createProtectedMemory(deps, toNew(body))),
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
      toProtectedMemory(
        await updateProtectedMemory(deps, body.tenant_id, body.id, toSelection(body), body.change),
      ),
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
      await deleteProtectedMemory(deps, body.tenant_id, body.id, toSelection(body));
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
      toProtectedMemory(await replaceProtectedMemories(deps, body.previous.map(toSelection), toNew(body))),
  }),
];
