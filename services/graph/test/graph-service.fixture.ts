import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import type { EventEnvelope, Topic } from '@loci/events';
import { inProcessClient } from '@loci/http';
import { createGraphClient } from '@loci/contracts';
import { createOutbox } from '@loci/messaging';
import { createTestDatabase, serveRoutes, storedEvents, testCaller } from '@loci/testing';
import request from 'supertest';
import { createEmbeddedGraphStore } from '../src/graph-store/embedded/embedded-graph-store.ts';
import { GRAPH_MIGRATIONS, createGraphService, graphEdgeLoader } from '../src/index.ts';
import type { GraphServicePorts } from '../src/index.ts';

export type TestGraphService = Awaited<ReturnType<typeof createTestGraphService>>;

/**
 * The graph service on a database and a graph store of its own. The memory service is a list of ids: it answers
 * like the real one, and counts how often it was asked.
 */
export async function createTestGraphService(ports: Partial<GraphServicePorts> = {}) {
  const testDatabase = await createTestDatabase({ graph: GRAPH_MIGRATIONS });
  const database = testDatabase.open('graph');
  const memories = new Set<string>();
  const asked: string[][] = [];
  const memory: GraphServicePorts['memory'] = {
    filterExisting: async (tenantId, ids) => {
      asked.push([...ids]);
      return ids.filter((id) => memories.has(`${tenantId}:${id}`));
    },
  };
  const inventory = inventoryOf(memories);
  const drifts: number[] = [];
  const graphStore = createEmbeddedGraphStore({
    loadEdges: graphEdgeLoader(database),
    maxBytes: 100_000_000,
  });
  const outbox = createOutbox({ onCommitted: () => undefined });
  const service = createGraphService({
    database,
    outbox,
    graphStore,
    memory,
    memoryInventory: inventory,
    onDrift: ({ graph }) => drifts.push(graph),
    ...ports,
  });

  return {
    database,
    graphStore,
    service,
    /** The ids that the memory service was asked about, by call. */
    asked,
    inventory,
    /** Runs the job once; resolves to the drift it reports. */
    async reconcile(): Promise<number> {
      const job = service.jobs.find(({ name }) => name === 'reconcile-graph')!;
      await job.run(new AbortController().signal);
      return drifts.pop()!;
    },
    client: createGraphClient(inProcessClient(service.routes, 'throw')),
    as: (caller: Caller | null) => request(serveRoutes(service.routes, caller)),
    events: (caller: Caller) => storedEvents(database, caller.tenantId),

    /** A memory that the graph service has not heard of yet. */
    storeMemory(caller: Caller): string {
      const id = newId();
      memories.add(`${caller.tenantId}:${id}`);
      return id;
    },
    storeMemories(caller: Caller, count: number): string[] {
      return Array.from({ length: count }, () => this.storeMemory(caller));
    },
    forgetMemory: (caller: Caller, id: string) => memories.delete(`${caller.tenantId}:${id}`),

    /** Hands events to every consumer group of their topic, as a transport would. */
    async deliver(...events: EventEnvelope[]): Promise<void> {
      const copies = JSON.parse(JSON.stringify(events)) as EventEnvelope[];
      for (const consumer of service.consumers) {
        const wanted = copies.filter((event) => consumer.topics.includes(event.aggregate_type));
        if (wanted.length > 0) await consumer.handle(wanted);
      }
    },
    /**
     * Takes the way between two memories in a transaction that is still open, so that whoever wants it waits.
     * @returns undoes it
     */
    async holdWay(caller: Caller, fromId: string, toId: string): Promise<() => Promise<void>> {
      const undone = new Error('undone');
      const isHeld = Promise.withResolvers<void>();
      const mayGo = Promise.withResolvers<void>();
      const holding = database.inTransaction(caller.tenantId, async (tx) => {
        await tx.query(
          `INSERT INTO relationships SELECT $1, $2, 1, $3, $4, 'supports', 'DIRECTED', null, null, 1, 1, '{}', '{}',
             '{}', 'user', 'test', now(), now()`,
          [caller.tenantId, newId(), fromId, toId],
        );
        isHeld.resolve();
        await mayGo.promise;
        throw undone;
      });
      const over = holding.catch((error: unknown) => {
        if (error !== undone) throw error;
      });
      await Promise.race([isHeld.promise, over]);
      return () => {
        mayGo.resolve();
        return over;
      };
    },

    /** Resolves once so many of the service's transactions wait for a lock. */
    async untilWaiting(count: number): Promise<void> {
      for (let waiting = -1; waiting < count;) {
        const rows = await database.inSystemTransaction((tx) =>
          tx.query<{ waiting: number }>(
            `SELECT count(DISTINCT l.pid)::int AS waiting FROM pg_locks l JOIN pg_stat_activity a USING (pid)
             WHERE NOT l.granted AND a.datname = current_database()`,
          ),
        );
        waiting = rows[0]!.waiting;
      }
    },
    close: () => testDatabase.close(),
  };
}

/** The memory service's inventory of `tenant:id`, in pages; `beforeAnswer` and `afterAnswer` run around each. */
function inventoryOf(memories: ReadonlySet<string>) {
  const split = (): [string, string][] => [...memories].map((key) => key.split(':') as [string, string]);
  const inventory: GraphServicePorts['memoryInventory'] & {
    beforeAnswer(): Promise<void>;
    afterAnswer(): Promise<void>;
  } = {
    beforeAnswer: () => Promise.resolve(),
    afterAnswer: () => Promise.resolve(),
    tenants: async (after, limit) => {
      const tenants = new Set(split().map(([tenantId]) => tenantId));
      return [...tenants]
        .sort()
        .filter((tenantId) => after === null || tenantId > after)
        .slice(0, limit);
    },
    revisions: async (tenantId, afterId, limit) => {
      await inventory.beforeAnswer();
      const ids = split().flatMap(([tenant, id]) => (tenant === tenantId ? [id] : []));
      const page = ids.sort().filter((id) => afterId === null || id > afterId);
      await inventory.afterAnswer();
      return page.slice(0, limit).map((id) => ({ id, revision: 1, searchable: true }));
    },
  };
  return inventory;
}

/** What the memory service says when a memory is made, with what else its state holds. */
export const memoryCreated = (
  caller: Caller,
  id: string,
  data: Record<string, unknown> = {},
): EventEnvelope =>
  envelope(caller, 'memory', 'memory.created', id, 1, { id, user_id: caller.userId, ...data });

export const memoryDeleted = (caller: Caller, id: string): EventEnvelope =>
  envelope(caller, 'memory', 'memory.deleted', id, 2, { id });

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

/** A body that creates a relationship. */
export const relationshipBody = (fromId: string, toId: string, rest: Record<string, unknown> = {}) => ({
  from_id: fromId,
  to_id: toId,
  relationship_type: 'supports',
  ...rest,
});

/** May read and write, but not delete. */
export const withoutDelete = (caller: Caller = testCaller()): Caller => ({
  ...caller,
  permissions: ['read', 'write'],
});

/** May read only, by an API key or by a person's grant. */
export const readOnly = (via: Caller['via']): Caller =>
  testCaller({ via, scopes: ['read'], permissions: ['read'] });
