import { join } from 'node:path';
import { ANALYSIS_MIGRATIONS, createMemoryAccessFeed, createAnalysisService } from '@loci/analysis-service';
import {
  createDocumentClient,
  createGraphClient,
  createMemoryClient,
  createMemoryInventoryClient,
  createSearchClient,
} from '@loci/contracts';
import type { ServiceClient } from '@loci/contracts';
import { invalidField } from '@loci/core';
import type { Caller } from '@loci/core';
import { DOCUMENT_MIGRATIONS, createDocumentService } from '@loci/document-service';
import { parseAndChunk } from '@loci/document-service/parser';
import { envelopeSchema } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import { GRAPH_MIGRATIONS, createGraphService, graphEdgeLoader, windowLoader } from '@loci/graph-service';
import { createEmbeddedGraphStore } from '@loci/graph-service/embedded';
import { inProcessClient } from '@loci/http';
import { MEMORY_MIGRATIONS, createMemoryService } from '@loci/memory-service';
import { createFolderObjectStore } from '@loci/object-store/embedded';
import { createOutbox } from '@loci/messaging';
import type { Consumer } from '@loci/messaging';
import { openDatabase } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { SEARCH_MIGRATIONS, createLostTenants, createSearchService } from '@loci/search-service';
import type { IndexPorts } from '@loci/search-service';
import {
  createBuiltinEmbedder,
  createEmbeddedCandidateRetriever,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorSpaces,
} from '@loci/search-service/embedded';
import { SearchEngine } from '@loci/search-service/engine';
import { createTestDatabase, serveRoutes } from '@loci/testing';
import request from 'supertest';
import { createTemporaryFolder } from './temporary-folder.ts';

export type TestServices = Awaited<ReturnType<typeof startTestServices>>;

/** Content that the embedding model rejects. */
export const REJECTED_CONTENT = 'A text that the model rejects.';

const MIGRATIONS = {
  memory: MEMORY_MIGRATIONS,
  graph: GRAPH_MIGRATIONS,
  search: SEARCH_MIGRATIONS,
  document: DOCUMENT_MIGRATIONS,
  analysis: ANALYSIS_MIGRATIONS,
};
type ServiceName = keyof typeof MIGRATIONS;

/** Services that publish events. */
const PUBLISHERS = ['memory', 'graph', 'search', 'document'] as const satisfies ServiceName[];

/**
 * Starts all services that publish or consume events, on embedded stores and a test database, without an event
 * transport. Events stay in the outboxes until the test delivers them.
 */
export async function startTestServices() {
  const folder = createTemporaryFolder();
  const testDatabase = await createTestDatabase(MIGRATIONS);
  const databaseOf = Object.fromEntries(
    Object.keys(MIGRATIONS).map((name) => [name, testDatabase.open(name)]),
  ) as Record<ServiceName, ReturnType<typeof testDatabase.open>>;
  const database = openDatabase({
    ...testDatabase.admin,
    maxConnections: 1,
    applicationName: 'test-services',
  });
  const outbox = createOutbox({ onCommitted: () => undefined });
  // Resolves the client at the time of the call, because clients exist only after all services were created.
  const connect =
    (name: ServiceName): ServiceClient =>
    (...call) =>
      clients[name](...call);
  const objects = await createFolderObjectStore({ directory: join(folder.path, 'objects') });
  const graphStore = createEmbeddedGraphStore({
    loadEdges: graphEdgeLoader(databaseOf.graph),
    loadWindows: windowLoader(databaseOf.graph),
    maxBytes: 50_000_000,
  });
  const builtin = createBuiltinEmbedder();
  const embedder: typeof builtin = {
    ...builtin,
    embed: async (texts, options) => {
      if (texts.includes(REJECTED_CONTENT)) throw invalidField('texts', 'The model rejects the text.');
      return builtin.embed(texts, options);
    },
  };
  const onTenantLost = (): void => {
    throw new Error('An index file is damaged.');
  };
  const onDrift = (): void => undefined;

  const engine = new SearchEngine();
  const openIndexes = (directory: string): IndexPorts => {
    const keywordIndex = createEmbeddedKeywordIndex({
      directory: join(directory, 'keyword'),
      engine,
      onTenantLost,
    });
    return {
      lostTenants: createLostTenants(),
      keywordIndex,
      createCandidateRetriever: (options) => createEmbeddedCandidateRetriever({ ...options, keywordIndex }),
      vectorSpaces: createEmbeddedVectorSpaces({
        directory: join(directory, 'vector'),
        engine,
        embedder,
        embedderFor: () => null,
        onTenantLost,
      }),
    };
  };

  const services = {
    memory: createMemoryService({
      database: databaseOf.memory,
      outbox,
      search: createSearchClient(connect('search')),
    }),
    graph: createGraphService({
      database: databaseOf.graph,
      outbox,
      graphStore,
      memory: createMemoryClient(connect('memory')),
      memoryInventory: createMemoryInventoryClient(connect('memory')),
      onDrift,
    }),
    search: createSearchService({
      database: databaseOf.search,
      outbox,
      memory: createMemoryClient(connect('memory')),
      memoryInventory: createMemoryInventoryClient(connect('memory')),
      graph: createGraphClient(connect('graph')),
      document: createDocumentClient(connect('document')),
      onDrift,
      onRebuild: () => undefined,
      ...openIndexes(folder.path),
      archive: openIndexes(join(folder.path, 'superseded')),
    }),
    document: createDocumentService({
      database: databaseOf.document,
      outbox,
      objects,
      parse: parseAndChunk,
      uploadDirectory: join(folder.path, 'uploads'),
    }),
    analysis: createAnalysisService({
      database: databaseOf.analysis,
      accesses: createMemoryAccessFeed(createMemoryInventoryClient(connect('memory'))),
      memoryInventory: createMemoryInventoryClient(connect('memory')),
      graph: createGraphClient(connect('graph')),
      document: createDocumentClient(connect('document')),
      onDrift,
    }),
  };
  const clients = Object.fromEntries(
    Object.entries(services).map(([name, { routes }]) => [name, inProcessClient(routes, 'throw')]),
  ) as Record<ServiceName, ServiceClient>;
  const consumers: Consumer[] = Object.values(services).flatMap((service) => service.consumers);

  async function eventsOf(
    tenantId: string,
    publisher: (typeof PUBLISHERS)[number],
  ): Promise<EventEnvelope[]> {
    const rows = await databaseOf[publisher].inTransaction(tenantId, (tx) =>
      tx.query<{ envelope: string }>('SELECT envelope FROM outbox WHERE tenant_id = $1 ORDER BY txid, seq', [
        tenantId,
      ]),
    );
    return rows.map(({ envelope }) => envelopeSchema.parse(JSON.parse(envelope)));
  }

  return {
    consumers,
    /** Database with all schemas, opened as the superuser. */
    database,
    /** Returns all events of a tenant. Events of one service are in the order of publication. */
    events: async (tenantId: string): Promise<EventEnvelope[]> =>
      (await Promise.all(PUBLISHERS.map((publisher) => eventsOf(tenantId, publisher)))).flat(),
    /** Creates a client that calls a service as other services do. */
    client: <Client>(service: ServiceName, create: (client: ServiceClient) => Client): Client =>
      create(clients[service]),
    /** Returns an HTTP client of a service that acts for a caller. */
    as: (caller: Caller, service: ServiceName) => request(serveRoutes(services[service].routes, caller)),
    /** Runs a query with the role of a service, in a transaction of one tenant. */
    query: <Row extends object>(
      service: ServiceName,
      tenantId: string,
      sql: string,
      values: unknown[],
    ): Promise<Row[]> =>
      databaseOf[service].inTransaction(tenantId, (tx: Transaction) => tx.query<Row>(sql, values)),
    graphStore,

    /**
     * Delivers all events of a tenant to their consumer groups, and all events that result from them.
     *
     * @returns all events of the tenant
     */
    async deliverAll(tenantId: string): Promise<EventEnvelope[]> {
      const delivered = new Set<string>();
      for (;;) {
        const events = (
          await Promise.all(PUBLISHERS.map((publisher) => eventsOf(tenantId, publisher)))
        ).flat();
        const pending = events.filter(({ event_id: id }) => !delivered.has(id));
        if (pending.length === 0) return events;
        for (const consumer of consumers) {
          const wanted = pending.filter((event) => consumer.topics.includes(event.aggregate_type));
          if (wanted.length > 0) await consumer.handle(wanted);
        }
        for (const { event_id: id } of pending) delivered.add(id);
      }
    },

    async close(): Promise<void> {
      await Promise.all(Object.values(services).map((service) => service.close()));
      await graphStore.close();
      await objects.close();
      await database.close();
      await testDatabase.close();
      folder.remove();
    },
  };
}
