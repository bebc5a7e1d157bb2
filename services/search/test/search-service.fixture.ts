import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSearchClient } from '@loci/contracts';
import type { SearchClient } from '@loci/contracts';
import { unavailable } from '@loci/core';
import type { Caller } from '@loci/core';
import type { EmbeddingState, EventEnvelope } from '@loci/events';
import { inProcessClient } from '@loci/http';
import { createOutbox } from '@loci/messaging';
import { createLostTenants, createSearchService, SEARCH_MIGRATIONS } from '@loci/search-service';
import {
  createBuiltinEmbedder,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorIndex,
} from '@loci/search-service/embedded';
import { createTestDatabase, serveRoutes, storedEvents, testCaller } from '@loci/testing';
import request from 'supertest';
import type { Embedder } from '../src/embedding/embedder.ts';
import { recordOwners } from './fake-item-owners.fixture.ts';

/**
 * The search service on a database, indexes and a model of its own. What other services would tell it, the test
 * tells; each store can be taken down.
 */
export async function searchUnderTest(model: Partial<Embedder> = {}) {
  const testDatabase = await createTestDatabase({ search: SEARCH_MIGRATIONS });
  const database = testDatabase.open('search');
  const directory = mkdtempSync(join(tmpdir(), 'loci-search-'));
  const lostTenants = createLostTenants();
  const onTenantLost = (tenantId: string): void => lostTenants.add(tenantId);
  const embedder = breakable('The embedder', { ...createBuiltinEmbedder(), ...model });
  const keywordIndex = breakable(
    'The keyword index',
    createEmbeddedKeywordIndex({ directory: join(directory, 'keyword'), onTenantLost }),
  );
  const vectorIndex = breakable(
    'The vector index',
    createEmbeddedVectorIndex({
      directory: join(directory, 'vector'),
      model: embedder.port.model,
      dimension: embedder.port.dimension,
      onTenantLost,
    }),
  );
  const owners = recordOwners();
  const drifts: Record<string, number>[] = [];
  const relationships = new Map<string, number>();
  const service = createSearchService({
    database,
    outbox: createOutbox({ onCommitted: () => undefined }),
    keywordIndex: keywordIndex.port,
    vectorSpaces: {
      target: { embedder: embedder.port, index: vectorIndex.port },
      open: () => null,
      deleteOthers: () => Promise.resolve(),
      close: async () => {
        await Promise.all([embedder.port.close(), vectorIndex.port.close()]);
      },
    },
    memory: owners.memory,
    document: owners.document,
    graph: { countRelationships: (tenantId) => Promise.resolve(relationships.get(tenantId) ?? 0) },
    lostTenants,
    onDrift: (drift) => drifts.push(drift),
  });
  const handle = (topic: 'memory' | 'document', events: readonly EventEnvelope[]): Promise<void> =>
    service.consumers.find(({ topics }) => topics.includes(topic))!.handle(events);
  const runJob = (name: string): Promise<void> =>
    service.jobs.find((job) => job.name === name)!.run(new AbortController().signal);
  const client: SearchClient = createSearchClient(inProcessClient(service.routes, 'throw'));

  return {
    service,
    database,
    directory,
    owners,
    relationships,
    client,
    embedder,
    keywordIndex,
    vectorIndex,
    as: (caller: Caller | null = testCaller()) => request(serveRoutes(service.routes, caller)),
    /** Delivers events of memories, in one batch. */
    memories: (...events: EventEnvelope[]) => handle('memory', events),
    documents: (...events: EventEnvelope[]) => handle('document', events),
    /** Stores the events' states with their owner, and delivers them. */
    store: async (...events: EventEnvelope[]): Promise<void> => {
      owners.store(...events);
      await handle('memory', events);
    },
    /** What the service said of embeddings, oldest first. */
    said: async (tenantId: string): Promise<{ type: string; revision: number; data: EmbeddingState }[]> =>
      (await storedEvents(database, tenantId)) as never,
    findByKeyword: async (tenantId: string, query: string, filter = {}): Promise<string[]> =>
      idsOf(await keywordIndex.port.search(tenantId, { query, filter, limit: 50 })),
    findByVector: async (tenantId: string, query: string, filter = {}): Promise<string[]> => {
      const [vector] = await embedder.port.embed([query]);
      return idsOf(await vectorIndex.port.search(tenantId, { vector: vector!, filter, limit: 50 }));
    },
    /** Runs the job once; resolves to the drift it reports. */
    reconcile: async (): Promise<Record<string, number>> => {
      await runJob('reconcile-indexes');
      return drifts.pop()!;
    },
    refillLostTenants: () => runJob('refill-lost-tenants'),
    close: async () => {
      for (const store of [keywordIndex, vectorIndex, embedder]) store.up();
      await service.close();
      await testDatabase.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type SearchUnderTest = Awaited<ReturnType<typeof searchUnderTest>>;

const idsOf = (hits: readonly { id: string }[]): string[] => hits.map(({ id }) => id);

export interface Breakable<Port> {
  port: Port;
  /** From now on every call is refused as by a store that does not answer. */
  down(): void;
  /** From now on calls are not answered at all. */
  hang(): void;
  up(): void;
  /** How often each method was called. */
  calls: Map<string, number>;
}

export function breakable<Port extends object>(name: string, real: Port): Breakable<Port> {
  let state: 'up' | 'down' | 'hanging' = 'up';
  const calls = new Map<string, number>();
  const port = new Proxy(real, {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        calls.set(String(property), (calls.get(String(property)) ?? 0) + 1);
        if (state === 'down') return Promise.reject(unavailable(name));
        if (state === 'hanging') return new Promise(() => undefined);
        return Reflect.apply(value, target, args);
      };
    },
  });
  return {
    port,
    calls,
    down: () => void (state = 'down'),
    hang: () => void (state = 'hanging'),
    up: () => void (state = 'up'),
  };
}
