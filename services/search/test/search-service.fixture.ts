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
import type { AwaitEvents } from '@loci/reconciliation';
import {
  createComposedCandidateRetriever,
  createLostTenants,
  createSearchService,
  SEARCH_MIGRATIONS,
} from '@loci/search-service';
import {
  createBuiltinEmbedder,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorIndex,
} from '@loci/search-service/embedded';
import { createTestDatabase, serveRoutes, storedEvents, testCaller } from '@loci/testing';
import request from 'supertest';
import type { IndexPorts, LostTenants } from '@loci/search-service';
import type { RebuildProgress } from '../src/maintenance/rebuild-indexes.ts';
import type { Embedder } from '../src/embedding/embedder.ts';
import type { KeywordIndex } from '../src/keyword-index/keyword-index.ts';
import type { VectorIndex } from '../src/vector-index/vector-index.ts';
import { createFakeItemOwners } from './fake-item-owners.fixture.ts';
import { createFakePastStates } from './fake-past-states.fixture.ts';

/**
 * Creates the search service with its own database, embedded indexes and fakes of the other services. Each
 * store can be made unavailable.
 *
 * @param embedderOverrides replacements for members of the built-in embedder
 */
export async function createTestSearchService(embedderOverrides: Partial<Embedder> = {}) {
  const testDatabase = await createTestDatabase({ search: SEARCH_MIGRATIONS });
  const database = testDatabase.open('search');
  const directory = mkdtempSync(join(tmpdir(), 'loci-search-'));
  const lostTenants = createLostTenants();
  const onTenantLost = (tenantId: string): void => lostTenants.add(tenantId);
  const embedder = breakable('The embedder', { ...createBuiltinEmbedder(), ...embedderOverrides });
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
  const archiveKeywordIndex = breakable(
    'The keyword index of the archive',
    createEmbeddedKeywordIndex({ directory: join(directory, 'superseded', 'keyword'), onTenantLost }),
  );
  const archiveVectorIndex = breakable(
    'The vector index of the archive',
    createEmbeddedVectorIndex({
      directory: join(directory, 'superseded', 'vector'),
      model: embedder.port.model,
      dimension: embedder.port.dimension,
      onTenantLost,
    }),
  );
  const toIndexPorts = (
    keyword: Breakable<KeywordIndex>,
    vector: Breakable<VectorIndex>,
    lost: LostTenants,
  ): IndexPorts => ({
    keywordIndex: keyword.port,
    createCandidateRetriever: (options) =>
      createComposedCandidateRetriever({ ...options, keywordIndex: keyword.port, database }),
    vectorSpaces: {
      target: { embedder: embedder.port, index: vector.port },
      open: () => null,
      deleteOthers: () => Promise.resolve(),
      close: async () => {
        await Promise.all([embedder.port.close(), vector.port.close()]);
      },
    },
    lostTenants: lost,
  });
  const past = createFakePastStates();
  const memory = breakable('The memory service', past.client);
  const owners = createFakeItemOwners();
  const drifts: Record<string, number>[] = [];
  const rebuilds: RebuildProgress[] = [];
  const relationships = new Map<string, number>();
  let clockOffsetMs = 0;
  let awaitEvents: AwaitEvents = () => Promise.resolve(true);
  const service = createSearchService({
    database,
    outbox: createOutbox({ onCommitted: () => undefined }),
    ...toIndexPorts(keywordIndex, vectorIndex, lostTenants),
    archive: toIndexPorts(archiveKeywordIndex, archiveVectorIndex, createLostTenants()),
    memory: memory.port,
    memoryInventory: owners.memory,
    document: owners.document,
    graph: { countRelationships: (tenantId) => Promise.resolve(relationships.get(tenantId) ?? 0) },
    awaitEvents: (...wait) => awaitEvents(...wait),
    onDrift: (drift) => drifts.push(drift),
    onRebuild: (progress) => rebuilds.push(progress),
    now: () => new Date(Date.now() + clockOffsetMs),
  });
  const consume = (topic: 'memory' | 'document', events: readonly EventEnvelope[]): Promise<void> =>
    service.consumers.find(({ topics }) => topics.includes(topic))!.handle(events);
  const runJob = (name: string): Promise<void> =>
    service.jobs.find((job) => job.name === name)!.run(new AbortController().signal);
  const client: SearchClient = createSearchClient(inProcessClient(service.routes, 'throw'));

  return {
    service,
    database,
    directory,
    owners,
    /** Number of relationships that the fake graph service returns, by tenant. */
    relationships,
    client,
    /** States of memories that the fake memory service returns to searches of the past. */
    past,
    memory,
    embedder,
    keywordIndex,
    vectorIndex,
    archiveKeywordIndex,
    archiveVectorIndex,
    as: (caller: Caller | null = testCaller()) => request(serveRoutes(service.routes, caller)),
    /** Delivers memory events in one batch. */
    consumeMemories: (...events: EventEnvelope[]) => consume('memory', events),
    /** Delivers document events in one batch. */
    consumeDocuments: (...events: EventEnvelope[]) => consume('document', events),
    /** Stores the states of memory events with the fake memory service and delivers the events. */
    storeMemories: async (...events: EventEnvelope[]): Promise<void> => {
      owners.store(...events);
      await consume('memory', events);
    },
    /** Returns the embedding events that were published for a tenant, oldest first. */
    publishedEvents: async (
      tenantId: string,
    ): Promise<{ type: string; revision: number; data: EmbeddingState }[]> =>
      (await storedEvents(database, tenantId)) as never,
    findByKeyword: async (tenantId: string, query: string, filter = {}): Promise<string[]> =>
      idsOf(await keywordIndex.port.search(tenantId, { query, filter, limit: 50 })),
    findByVector: async (tenantId: string, query: string, filter = {}): Promise<string[]> => {
      const [vector] = await embedder.port.embed([query]);
      return idsOf(await vectorIndex.port.search(tenantId, { vector: vector!, filter, limit: 50 }));
    },
    /** Runs the reconciliation job and returns the drift that it reports. */
    reconcile: async (): Promise<Record<string, number>> => {
      await runJob('reconcile-indexes');
      return drifts.pop()!;
    },
    /** States that rebuilds have reported. */
    rebuilds,
    runJob,
    /** Sets what happens while the reconciliation waits for pending events. */
    onAwaitEvents: (handle: AwaitEvents): void => void (awaitEvents = handle),
    /** Sets how many days the clock of the service is ahead of the system clock. */
    setDaysAhead: (days: number): void => void (clockOffsetMs = days * 24 * 60 * 60_000),
    refillLostTenants: () => runJob('refill-lost-tenants'),
    close: async () => {
      for (const store of [keywordIndex, vectorIndex, archiveKeywordIndex, archiveVectorIndex, embedder])
        store.up();
      await service.close();
      await testDatabase.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type TestSearchService = Awaited<ReturnType<typeof createTestSearchService>>;

const idsOf = (hits: readonly { id: string }[]): string[] => hits.map(({ id }) => id);

/** A port whose dependency can be made unavailable. */
export interface Breakable<Port> {
  port: Port;
  /** Makes every call reject with SYS_SERVICE_UNAVAILABLE until `up` is called. */
  down(): void;
  /** Makes the dependency available again. */
  up(): void;
  /** Number of calls by method name. */
  calls: Map<string, number>;
}

/**
 * Wraps a port so that tests can make it unavailable and count its calls.
 *
 * @param name name of the dependency in error messages
 */
export function breakable<Port extends object>(name: string, original: Port): Breakable<Port> {
  let isDown = false;
  const calls = new Map<string, number>();
  const port = new Proxy(original, {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        calls.set(String(property), (calls.get(String(property)) ?? 0) + 1);
        return isDown ? Promise.reject(unavailable(name)) : Reflect.apply(value, target, args);
      };
    },
  });
  return {
    port,
    calls,
    down: () => void (isDown = true),
    up: () => void (isDown = false),
  };
}
