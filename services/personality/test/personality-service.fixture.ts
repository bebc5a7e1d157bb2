import { AppError, newId, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { createPersonalityService } from '@loci/personality-service';
import type { EarlierChange, ProtectedMemories, ProtectedMemory } from '@loci/personality-service';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';

const TOOL_NAMES = ['store', 'awaken'];

interface Row extends ProtectedMemory {
  tenantId: string;
  userId: string;
  isActive: boolean;
}

/**
 * Creates an in-memory fake of the memory service. `rows` also holds the deactivated memories. Tenants in
 * `fullTenants` have used their storage quota. `earlierChanges` are the results of the next searches for the change of an
 * earlier request with the same idempotency key.
 */
function createFakeProtectedMemories(): ProtectedMemories & {
  rows: Row[];
  fullTenants: Set<string>;
  earlierChanges: (EarlierChange | null)[];
} {
  const rows: Row[] = [];
  const earlierChanges: (EarlierChange | null)[] = [];
  const fullTenants = new Set<string>();
  const requireQuota = (tenantId: string): void => {
    if (fullTenants.has(tenantId)) throw new AppError('BIZ_QUOTA_EXCEEDED', 'The storage quota is used.');
  };
  // Returns a copy, like the response of another service.
  const toMemory = (row: Row): ProtectedMemory => {
    const { id, owner, userId, memoryType, content, metadata, createdAt } = structuredClone(row);
    return { id, owner, userId, memoryType, content, metadata, createdAt };
  };
  const requireActive = (tenantId: string, id: string): Row => {
    const row = rows.find((each) => each.tenantId === tenantId && each.id === id && each.isActive);
    if (row === undefined) throw notFound('memory', id);
    return row;
  };
  return {
    rows,
    fullTenants,
    earlierChanges,
    findEarlierChange: () => Promise.resolve(earlierChanges.shift() ?? null),
    list: async (tenantId, owners) =>
      rows
        .filter((row) => row.tenantId === tenantId && row.isActive && owners.includes(row.owner))
        .map(toMemory),
    create: async (tenantId, userId, memory, replacedOwners) => {
      requireQuota(tenantId);
      for (const row of rows) {
        if (row.tenantId !== tenantId || row.memoryType !== memory.memoryType) continue;
        if (replacedOwners.includes(row.owner)) row.isActive = false;
      }
      const row = {
        ...structuredClone(memory),
        tenantId,
        userId,
        id: newId(),
        isActive: true,
        createdAt: new Date(),
      };
      rows.push(row);
      return toMemory(row);
    },
    update: async (tenantId, { id, content, metadata }) => {
      const row = requireActive(tenantId, id);
      requireQuota(tenantId);
      Object.assign(row, structuredClone({ content, metadata }));
      return toMemory(row);
    },
    delete: async (tenantId, id) => {
      rows.splice(rows.indexOf(requireActive(tenantId, id)), 1);
    },
  };
}

/** Creates the personality service with a fake memory service, and functions that send requests to it. */
export function createTestPersonalityService() {
  const memories = createFakeProtectedMemories();
  const service = createPersonalityService({ memories, toolNames: TOOL_NAMES });
  const as = (caller: Caller | null = testCaller()) => request(serveRoutes(service.routes, caller));
  return {
    memories,
    as,
    get: (caller: Caller, path = '') => as(caller).get(`/api/v2/personality${path}`),
    select: (caller: Caller, body: object) => as(caller).post('/api/v2/personality').send(body),
    addTrait: (caller: Caller, body: object) => as(caller).post('/api/v2/personality/traits').send(body),
    briefing: async (caller: Caller): Promise<string> =>
      (await as(caller).get('/api/v2/personality/awakening')).body.data.briefing,
  };
}

/** Returns a caller with another user id in the same tenant and tier. */
export const callerOfSameTenant = (caller: Caller, overrides: Partial<Caller> = {}): Caller =>
  testCaller({ tenantId: caller.tenantId, tier: caller.tier, ...overrides });
