import {
  createProtectedRequest,
  deleteProtectedRequest,
  findProtectedReplyRequest,
  foundProtectedReply,
  listProtectedRequest,
  protectedMemory,
  replaceProtectedRequest,
  updateProtectedRequest,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { recordPositions } from '@loci/core';
import type { ReadableIdempotencyStore } from '@loci/service-hosting';
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
  UpdateProtectedMemoryDeps & { idempotency: Pick<ReadableIdempotencyStore, 'find'> };

const toNewProtectedMemory = (body: z.output<typeof createProtectedRequest>) => ({
  tenantId: body.tenant_id,
  userId: body.user_id,
  memoryType: body.memory_type,
  content: body.content,
  metadata: body.metadata,
});

const toFilter = (
  body: z.output<typeof replaceProtectedRequest>['previous'][number],
): ProtectedMemoryFilter => ({
  memoryType: body.memory_type,
  userId: body.user_id,
  metadata: body.metadata,
});

/** Internal operations of the personality service, which is the only service that changes protected memories. */
export const protectedMemoryRoutes = (deps: ProtectedMemoryDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/memory/protected/create',
    scope: 'internal',
    summary: 'Create a protected memory',
    body: createProtectedRequest,
    status: 201,
    response: protectedMemory,
    errors: ['BIZ_QUOTA_EXCEEDED'],
    handle: async ({ body }) =>
      toProtectedMemory(await createProtectedMemory(deps, toNewProtectedMemory(body))),
  }),
  route({
    method: 'post',
    path: '/internal/memory/protected/update',
    scope: 'internal',
    summary: 'Update a protected memory',
    body: updateProtectedRequest,
    response: protectedMemory,
    errors: ['RES_NOT_FOUND', 'BIZ_QUOTA_EXCEEDED'],
    handle: async ({ body }) =>
      toProtectedMemory(
        await updateProtectedMemory(deps, body.tenant_id, body.id, toFilter(body), body.change),
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
      await deleteProtectedMemory(deps, body.tenant_id, body.id, toFilter(body));
      return { id: body.id };
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/protected/list',
    scope: 'internal',
    summary: 'List protected memories',
    body: listProtectedRequest,
    response: z.object({ items: z.array(protectedMemory) }),
    handle: ({ body }) =>
      deps.inTransaction(body.tenant_id, async (tx) => {
        const found = await deps.protectedMemories.select(tx, body.tenant_id, toFilter(body), {
          includeInactive: body.include_inactive,
        });
        return { items: found.map(toProtectedMemory) };
      }),
  }),
  route({
    method: 'post',
    path: '/internal/memory/protected/replace',
    scope: 'internal',
    summary: 'Replace protected memories with a new one',
    body: replaceProtectedRequest,
    status: 201,
    response: protectedMemory,
    errors: ['BIZ_QUOTA_EXCEEDED'],
    handle: async ({ body }) =>
      toProtectedMemory(
        await replaceProtectedMemories(deps, body.previous.map(toFilter), toNewProtectedMemory(body)),
      ),
  }),
  route({
    method: 'post',
    path: '/internal/memory/protected/find-reply',
    scope: 'internal',
    summary: 'Find the stored response of a change of a protected memory',
    body: findProtectedReplyRequest,
    response: foundProtectedReply,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ body: { tenant_id: tenantId, user_id: userId, key, fingerprint } }) => {
      const stored = await deps.idempotency.find({ tenantId, userId, key, fingerprint });
      if (stored === null) return { reply: null };
      if (stored.positions) recordPositions(stored.positions);
      const memory = protectedMemory.safeParse(stored.data);
      return { reply: { memory: memory.success ? memory.data : null } };
    },
  }),
];
