import { createGraphClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import type { EventEnvelope, Topic } from '@loci/events';
import { inProcessClient } from '@loci/http';
import { createOutbox } from '@loci/messaging';
import { createTestDatabase, serveRoutes, storedEvents, testCaller } from '@loci/testing';
import request from 'supertest';
import { createEmbeddedGraphStore } from '../src/graph-store/embedded/embedded-graph-store.ts';
import { GRAPH_MIGRATIONS, createGraphService, graphEdgeLoader, windowLoader } from '../src/index.ts';
import type { GraphServicePorts } from '../src/index.ts';
import { createFakeMemoryService } from './fake-memory-service.fixture.ts';

export type TestGraphService = Awaited<ReturnType<typeof createTestGraphService>>;

/** Creates the graph service with its own database, an embedded graph store and a fake memory service. */
export async function createTestGraphService(ports: Partial<GraphServicePorts> = {}) {
  const testDatabase = await createTestDatabase({ graph: GRAPH_MIGRATIONS });
  const database = testDatabase.open('graph');
  const memories = createFakeMemoryService();
  const drifts: number[] = [];
  let clockOffsetMs = 0;
  const graphStore = createEmbeddedGraphStore({
    loadEdges: graphEdgeLoader(database),
    loadWindows: windowLoader(database),
    maxBytes: 100_000_000,
  });
  const service = createGraphService({
    database,
    outbox: createOutbox({ storesResponses: true, onCommitted: () => undefined }),
    graphStore,
    memory: memories.client,
    memoryInventory: memories.inventory,
    onDrift: ({ graph }) => drifts.push(graph),
    now: () => new Date(Date.now() + clockOffsetMs),
    ...ports,
  });

  return {
    database,
    testDatabase,
    graphStore,
    service,
    memories,
    client: createGraphClient(inProcessClient(service.routes, 'throw')),
    as: (caller: Caller | null) => request(serveRoutes(service.routes, caller)),
    events: (caller: Caller) => storedEvents(database, caller.tenantId),

    /** Runs the reconciler once. Returns the drift that it reports. */
    async reconcile(): Promise<number> {
      const job = service.jobs.find(({ name }) => name === 'reconcile-graph')!;
      await job.run(new AbortController().signal);
      return drifts.pop()!;
    },

    runJob: (name: string): Promise<void> =>
      service.jobs.find((job) => job.name === name)!.run(new AbortController().signal),

    /** Sets how many days the clock of the service is ahead of the system clock. */
    setDaysAhead: (days: number): void => void (clockOffsetMs = days * 24 * 60 * 60_000),

    /** Delivers events to every consumer group of their topic. */
    async deliver(...events: EventEnvelope[]): Promise<void> {
      const copies = JSON.parse(JSON.stringify(events)) as EventEnvelope[];
      for (const consumer of service.consumers) {
        const subscribed = copies.filter((event) => consumer.topics.includes(event.aggregate_type));
        if (subscribed.length > 0) await consumer.handle(subscribed);
      }
    },

    /**
     * Inserts a `supports` relationship between two memories in a transaction that stays open, so that other writers of
     * the same relationship wait.
     *
     * @returns a function that rolls the transaction back
     */
    async blockUniquenessKey(caller: Caller, fromId: string, toId: string): Promise<() => Promise<void>> {
      const rollback = new Error('rollback');
      const inserted = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const transaction = database.inTransaction(caller.tenantId, async (tx) => {
        await tx.query(
          `INSERT INTO relationships SELECT $1, $2, 1, $3, $4, 'supports', 'DIRECTED', null, null, 1, 1, '{}', '{}',
             '{}', 'user', 'test', now(), now()`,
          [caller.tenantId, newId(), fromId, toId],
        );
        inserted.resolve();
        await released.promise;
        throw rollback;
      });
      const ended = transaction.catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
      await Promise.race([inserted.promise, ended]);
      return () => {
        released.resolve();
        return ended;
      };
    },

    /** Resolves when at least `count` transactions of the service wait for a lock. */
    async untilBlocked(count: number): Promise<void> {
      for (let blocked = -1; blocked < count;) {
        const rows = await database.inSystemTransaction((tx) =>
          tx.query<{ blocked: number }>(
            `SELECT count(DISTINCT l.pid)::int AS blocked FROM pg_locks l JOIN pg_stat_activity a USING (pid)
             WHERE NOT l.granted AND a.datname = current_database()`,
          ),
        );
        blocked = rows[0]!.blocked;
      }
    },

    /** Inserts `supports` relationships into the table, without events and without updating the graph store. */
    async insertRows(caller: Caller, pairs: readonly (readonly [fromId: string, toId: string])[]) {
      await database.inTransaction(caller.tenantId, (tx) =>
        tx.query(
          `INSERT INTO relationships SELECT $1, gen_random_uuid(), 1, pair.from_id, pair.to_id, 'supports', 'DIRECTED',
             null, null, 0.5, 0.8, '{}', '{}', '{}', 'user', 'test', now(), now()
           FROM unnest($2::uuid[], $3::uuid[]) pair(from_id, to_id)`,
          [caller.tenantId, pairs.map(([fromId]) => fromId), pairs.map(([, toId]) => toId)],
        ),
      );
    },

    /** Runs a statement in a transaction of the caller's tenant, without updating the graph store. */
    query: (caller: Caller, sql: string, values: unknown[] = []) =>
      database.inTransaction(caller.tenantId, (tx) => tx.query(sql, values)),

    close: () => testDatabase.close(),
  };
}

/** Returns pairs of ids that belong to no memory. */
export const randomPairs = (count: number): [string, string][] =>
  Array.from({ length: count }, () => [newId(), newId()]);

/** Creates a `memory.created` event. `data` is added to the minimal state of the memory. */
export const memoryCreated = (
  caller: Caller,
  id: string,
  data: Record<string, unknown> = {},
): EventEnvelope =>
  envelope(caller, 'memory', 'memory.created', id, 1, {
    id,
    user_id: caller.userId,
    version: 1,
    is_active: true,
    superseded_by: null,
    ...data,
  });

/**
 * Creates the `memory.updated` event of a version that another memory replaced, or that was rejected. `data` is added to
 * the minimal state of the memory.
 */
export const memoryDeactivated = (
  caller: Caller,
  id: string,
  supersededBy: string | null,
  data: Record<string, unknown> = {},
): EventEnvelope =>
  envelope(caller, 'memory', 'memory.updated', id, 2, {
    id,
    user_id: caller.userId,
    version: 1,
    is_active: false,
    superseded_by: supersededBy,
    ...data,
  });

/** Creates the `memory.updated` event of an active memory. `data` is added to the minimal state of the memory. */
export const memoryUpdated = (
  caller: Caller,
  id: string,
  revision: number,
  data: Record<string, unknown> = {},
): EventEnvelope => ({
  ...memoryCreated(caller, id, data),
  type: 'memory.updated',
  revision,
});

export const memoryDeleted = (
  caller: Caller,
  id: string,
  supersededBy: string | null = null,
): EventEnvelope => envelope(caller, 'memory', 'memory.deleted', id, 2, { id, superseded_by: supersededBy });

/** Creates a `contradiction.reported` event. */
export function contradictionReported(
  caller: Caller,
  source: string,
  target: string,
  relationshipId = newId(),
): EventEnvelope {
  const id = newId();
  return envelope(caller, 'contradiction', 'contradiction.reported', id, 1, {
    id,
    source_memory_id: source,
    target_memory_id: target,
    contradiction_type: 'direct',
    resolution_status: 'unresolved',
    confidence: 0.7,
    metadata: {},
    detected_at: new Date().toISOString(),
    detected_by: caller.userId,
    relationship_id: relationshipId,
    resolution: null,
    reason: null,
    resolved_at: null,
    resolved_by: null,
    new_memory_id: null,
  });
}

export function envelope(
  caller: Caller,
  topic: Topic,
  type: string,
  id: string,
  revision: number,
  data: Record<string, unknown>,
): EventEnvelope {
  return {
    event_id: newId(),
    type,
    schema_version: 1,
    tenant_id: caller.tenantId,
    aggregate_type: topic,
    aggregate_id: id,
    revision,
    occurred_at: new Date().toISOString(),
    traceparent: null,
    data,
  };
}

/** Body of a request that creates a relationship of type `supports`. */
export const relationshipBody = (fromId: string, toId: string, rest: Record<string, unknown> = {}) => ({
  from_id: fromId,
  to_id: toId,
  relationship_type: 'supports',
  ...rest,
});

/** Returns a caller with the permissions `read` and `write`, but not `delete`. */
export const withoutDelete = (caller: Caller = testCaller()): Caller => ({
  ...caller,
  permissions: ['read', 'write'],
});

/** Returns a caller with the permission `read` only, authenticated with an API key or an OAuth token. */
export const readOnly = (via: Caller['via']): Caller =>
  testCaller({ via, scopes: ['read'], permissions: ['read'] });
