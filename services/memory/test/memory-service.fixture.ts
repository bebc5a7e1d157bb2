import type { Caller } from '@loci/core';
import { inProcessClient } from '@loci/http';
import { createMemoryClient, createMemoryInventoryClient } from '@loci/contracts';
import type { SearchClient } from '@loci/contracts';
import type { EventEnvelope, Topic } from '@loci/events';
import { createMemoryService, MEMORY_MIGRATIONS } from '@loci/memory-service';
import { createOutbox } from '@loci/messaging';
import { createMetrics } from '@loci/runtime';
import type { StorageQuotaSettings } from '@loci/service-hosting';
import { createTestDatabase, serveRoutes, storedEvents, testCaller } from '@loci/testing';
import request from 'supertest';
import { randomUUID } from 'node:crypto';

/**
 * Starts the memory service on its own database.
 *
 * @param storageQuota storage quota of each tenant
 * @param maxConnections maximum number of database connections
 */
export async function startMemoryService(storageQuota?: StorageQuotaSettings, maxConnections = 25) {
  const testDatabase = await createTestDatabase({ memory: MEMORY_MIGRATIONS });
  const database = testDatabase.open('memory', { maxConnections });
  const outbox = createOutbox({ storesResponses: true, onCommitted: () => undefined });
  /** `now` is the current time of the service. Null means the system clock. */
  const clock = { now: null as Date | null };
  /** Answers of the search service. By default, no memory is similar to a new one. */
  const search: Pick<SearchClient, 'findSimilar'> = { findSimilar: () => Promise.resolve([]) };
  const metrics = createMetrics('memory');
  const service = createMemoryService({
    database,
    outbox,
    search,
    metrics,
    ...(storageQuota && { storageQuota }),
    now: () => clock.now ?? new Date(),
  });
  return {
    service,
    database,
    testDatabase,
    clock,
    search,
    metrics,
    /** Client of the internal operations. */
    client: createMemoryClient(inProcessClient(service.routes, 'throw')),
    inventory: createMemoryInventoryClient(inProcessClient(service.routes, 'throw')),
    /** HTTP client with the identity of a caller. Null sends no identity. */
    as: (caller: Caller | null) => request(serveRoutes(service.routes, caller)),
    /** Events of the caller's tenant in the order in which consumers receive them. */
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

/** An API response with the fields that tests read. */
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
    meta: { request_id: string; version: string; timestamp: string; warnings?: string[] };
  };
}

/** Stores a memory with default content. `body` overrides and adds fields. Returns the stored memory. */
export async function storeMemory(
  fixture: MemoryFixture,
  caller: Caller,
  body: Record<string, unknown> = {},
): Promise<Record<string, never> & { id: string }> {
  const response = (await fixture
    .as(caller)
    .post('/api/v2/memories')
    .send({ content: 'Ada prefers tea.', ...body })) as ApiResponse<Record<string, never> & { id: string }>;
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.data;
}

/** Builds an event of another service. */
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

/**
 * Callers without the required scope or permission, with the expected error codes, by scope of the operation.
 */
export const UNAUTHORIZED_CALLERS = {
  write: [
    [
      'an API key without the write scope',
      'AUTH_FORBIDDEN',
      testCaller({ via: 'key', scopes: ['read'], permissions: ['read'] }),
    ],
    [
      'an OAuth token without the write scope',
      'AUTH_INSUFFICIENT_PERMISSIONS',
      testCaller({ via: 'oauth', scopes: ['read'] }),
    ],
    [
      'a user without the write permission',
      'AUTH_FORBIDDEN',
      testCaller({ via: 'oauth', role: 'viewer', permissions: ['read'] }),
    ],
  ],
  read: [
    [
      'an API key without the read scope',
      'AUTH_FORBIDDEN',
      testCaller({ via: 'key', scopes: ['write'], permissions: ['write'] }),
    ],
    [
      'an OAuth token without the read scope',
      'AUTH_INSUFFICIENT_PERMISSIONS',
      testCaller({ via: 'oauth', scopes: ['write'] }),
    ],
  ],
} as const satisfies Record<string, readonly (readonly [who: string, code: string, caller: Caller])[]>;
