import type { Caller } from '@loci/core';
import { inProcessClient } from '@loci/http';
import { createMemoryClient, createMemoryInventoryClient } from '@loci/contracts';
import type { EventEnvelope, Topic } from '@loci/events';
import { createMemoryService, MEMORY_MIGRATIONS } from '@loci/memory-service';
import { createOutbox } from '@loci/messaging';
import { createTestDatabase, serveRoutes, storedEvents, testCaller } from '@loci/testing';
import request from 'supertest';
import { randomUUID } from 'node:crypto';

/** The service as standalone composes it, on a database of its own, with a clock that the test sets. */
export async function startMemoryService() {
  const testDatabase = await createTestDatabase({ memory: MEMORY_MIGRATIONS });
  const database = testDatabase.open('memory', { maxConnections: 25 });
  const outbox = createOutbox({ onCommitted: () => undefined });
  const clock = { now: null as Date | null };
  const service = createMemoryService({ database, outbox, now: () => clock.now ?? new Date() });
  return {
    service,
    database,
    testDatabase,
    clock,
    client: createMemoryClient(inProcessClient(service.routes, 'throw')),
    inventory: createMemoryInventoryClient(inProcessClient(service.routes, 'throw')),
    as: (caller: Caller | null) => request(serveRoutes(service.routes, caller)),
    events: (caller: Caller) => storedEvents(database, caller.tenantId),
    consume: (group: string, ...events: EventEnvelope[]) =>
      service.consumers.find((consumer) => consumer.group === group)!.handle(events),
    runJob: (name: string) =>
      service.jobs.find((job) => job.name === name)!.run(new AbortController().signal),
    close: async () => {
      await service.close();
      await testDatabase.close();
    },
  };
}

export type MemoryFixture = Awaited<ReturnType<typeof startMemoryService>>;

/** What a supertest answer's `body` is, as far as tests look at it. */
export interface ApiResponse<Data = Record<string, unknown>> {
  status: number;
  body: {
    status: string;
    data: Data;
    metadata?: Record<string, unknown>;
    error: {
      code: string;
      message: string;
      details: Record<string, unknown> | null;
      field_errors: Record<string, string[]> | null;
    };
    meta: { request_id: string; version: string; timestamp: string };
  };
}

/** A memory as a test stores it when nothing about it matters. */
export async function storeMemory(
  fixture: MemoryFixture,
  caller: Caller,
  body: Record<string, unknown> = {},
): Promise<Record<string, never> & { id: string }> {
  const answer = (await fixture
    .as(caller)
    .post('/api/v2/memories')
    .send({ content: 'Ada prefers tea.', ...body })) as ApiResponse<Record<string, never> & { id: string }>;
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** An event as another service would have stored it. */
export function event(
  topic: Topic,
  type: string,
  tenantId: string,
  revision: number,
  data: Record<string, unknown> & { id: string },
): EventEnvelope {
  return {
    event_id: randomUUID(),
    type,
    schema_version: 1,
    tenant_id: tenantId,
    aggregate_type: topic,
    aggregate_id: data.id,
    revision,
    occurred_at: new Date().toISOString(),
    traceparent: null,
    data,
  };
}

/** Callers who lack what an operation needs, with the error each of them gets. */
export const UNAUTHORIZED_CALLERS = {
  write: [
    [testCaller({ via: 'key', scopes: ['read'], permissions: ['read'] }), 'AUTH_FORBIDDEN'],
    [testCaller({ via: 'oauth', scopes: ['read'] }), 'AUTH_INSUFFICIENT_PERMISSIONS'],
    [testCaller({ via: 'oauth', role: 'viewer', permissions: ['read'] }), 'AUTH_FORBIDDEN'],
  ],
  read: [
    [testCaller({ via: 'key', scopes: ['write'], permissions: ['write'] }), 'AUTH_FORBIDDEN'],
    [testCaller({ via: 'oauth', scopes: ['write'] }), 'AUTH_INSUFFICIENT_PERMISSIONS'],
  ],
} as const satisfies Record<string, readonly (readonly [Caller, string])[]>;
