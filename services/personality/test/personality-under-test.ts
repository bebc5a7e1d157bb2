import { newId, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { createPersonalityService } from '@loci/personality-service';
import type { ProtectedMemories, ProtectedMemory, ToolReference } from '@loci/personality-service';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';

export const TOOLS: readonly ToolReference[] = [
  { name: 'awaken', summary: 'Gives this briefing.', parameters: [] },
  {
    name: 'store',
    summary: 'Keeps a memory.',
    parameters: [
      { name: 'content', required: true },
      { name: 'tags', required: false },
    ],
  },
];

interface Row extends ProtectedMemory {
  tenantId: string;
  userId: string;
  isActive: boolean;
}

/** The memory service's side, kept in an array; rows pass through JSON, as they would between services. */
export function protectedMemoriesInArray(): ProtectedMemories & { rows: Row[] } {
  const rows: Row[] = [];
  const copy = (row: Row): ProtectedMemory => {
    const { id, owner, memoryType, content, metadata, createdAt } = structuredClone(row);
    return { id, owner, memoryType, content, metadata, createdAt };
  };
  const active = (tenantId: string, id: string): Row => {
    const row = rows.find((each) => each.tenantId === tenantId && each.id === id && each.isActive);
    if (row === undefined) throw notFound('memory', id);
    return row;
  };
  return {
    rows,
    find: async (tenantId, owners) =>
      rows.filter((row) => row.tenantId === tenantId && row.isActive && owners.includes(row.owner)).map(copy),
    store: async (tenantId, userId, memory, replaces) => {
      for (const row of rows) {
        if (row.tenantId !== tenantId || row.memoryType !== memory.memoryType) continue;
        if (replaces.includes(row.owner)) row.isActive = false;
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
      return copy(row);
    },
    changeContent: async (tenantId, id, content) => {
      const row = active(tenantId, id);
      row.content = content;
      return copy(row);
    },
    remove: async (tenantId, id) => {
      rows.splice(rows.indexOf(active(tenantId, id)), 1);
    },
  };
}

export function personalityUnderTest() {
  const memories = protectedMemoriesInArray();
  const service = createPersonalityService({ memories, tools: TOOLS });
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

/** Another user of the same tenant. */
export const colleagueOf = (caller: Caller, overrides: Partial<Caller> = {}): Caller =>
  testCaller({ tenantId: caller.tenantId, tier: caller.tier, ...overrides });
