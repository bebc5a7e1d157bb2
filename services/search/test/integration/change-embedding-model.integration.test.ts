import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@elastic/elasticsearch';
import { createSearchClient } from '@loci/contracts';
import type { Candidates } from '@loci/contracts';
import { newId } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import { inProcessClient } from '@loci/http';
import { createOutbox } from '@loci/messaging';
import { createMetrics, Secret } from '@loci/runtime';
import { createSearchService, SEARCH_MIGRATIONS } from '@loci/search-service';
import type { EmbeddingSettings } from '@loci/search-service';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { integrationEngines } from '@loci/testing/integration-engines';
import { openAdapters } from '../../src/adapters.ts';
import { startEmbeddingEndpoint } from '../embedding-endpoint.fixture.ts';
import type { EmbeddingEndpoint } from '../embedding-endpoint.fixture.ts';
import { memoryCreated } from '../events.fixture.ts';
import { createFakeItemOwners } from '../fake-item-owners.fixture.ts';
import { listCollections, removeCollections } from '../qdrant-collections.fixture.ts';

const { elasticsearch, qdrant } = integrationEngines();
const DIMENSION = 48;
const tenant = newId();
let prefix: string;
let owners: ReturnType<typeof createFakeItemOwners>;
let testDatabase: TestDatabase;
let endpoint: EmbeddingEndpoint;
beforeEach(async () => {
  prefix = `model-${newId()}`;
  owners = createFakeItemOwners();
  testDatabase = await createTestDatabase({ search: SEARCH_MIGRATIONS });
  endpoint = await startEmbeddingEndpoint(DIMENSION);
}, 120_000);
afterEach(async () => {
  await endpoint.close();
  await testDatabase.close();
  await removeCollections(qdrant, [prefix, `${prefix}-superseded`]);
  const client = new Client({ node: elasticsearch.url });
  const indexes = Object.keys(await client.indices.get({ index: `${prefix}-*` }));
  if (indexes.length > 0) await client.indices.delete({ index: indexes });
  await client.close();
}, 60_000);

/** Starts a process of the distributed search service with an embedding model. */
function startSearch(embedder: EmbeddingSettings) {
  const database = testDatabase.open('search');
  const clock = { now: new Date() };
  const unused = () => () => Promise.reject(new Error('Unexpected call.'));
  const outbox = createOutbox({ onCommitted: () => undefined });
  const adapters = openAdapters(
    {
      ...{ embedder, MEMORY_URL: '', GRAPH_URL: '', DOCUMENT_URL: '' },
      ...{ ELASTICSEARCH_URL: elasticsearch.url, ELASTICSEARCH_INDEX_PREFIX: prefix },
      ...{ ELASTICSEARCH_SHARDS: 1, ELASTICSEARCH_REPLICAS: 0, ELASTICSEARCH_REFRESH_MS: 50 },
      ...{ QDRANT_URL: qdrant.url, QDRANT_API_KEY: new Secret(qdrant.apiKey) },
      ...{ QDRANT_COLLECTION_PREFIX: prefix, QDRANT_QUANTIZATION: 'none' as const },
      ...{ QDRANT_SHARDS: 1, QDRANT_REPLICATION_FACTOR: 1 },
    } as Parameters<typeof openAdapters>[0],
    {
      database,
      outbox,
      connect: unused,
      metrics: createMetrics('search'),
      onDrift: () => {},
    } as unknown as Parameters<typeof openAdapters>[1],
  );
  const service = createSearchService({
    ...adapters,
    memoryInventory: owners.memory,
    document: owners.document,
    now: () => clock.now,
  });
  const client = createSearchClient(inProcessClient(service.routes, 'throw'));
  const run = (name: string): Promise<void> =>
    service.jobs.find((job) => job.name === name)!.run(new AbortController().signal);
  return {
    clock,
    recordModelUsage: () => run('record-model-usage'),
    reEmbed: () => run('re-embed'),
    store: async (...events: EventEnvelope[]): Promise<void> => {
      owners.store(...events);
      await service.consumers.find(({ topics }) => topics.includes('memory'))!.handle(events);
    },
    /** Searches only the vectors, and returns the IDs of all hits with the best one first. */
    find: async (query: string): Promise<string[]> => {
      const request = { tenant_id: tenant, query, filter: {}, window: 10, conversation_neighbors: false };
      const found: Candidates = await client.candidates({ ...request, keyword: false, vector: true });
      expect(found.failed).toEqual([]);
      return found.columns
        .items()
        .toSorted((a, b) => (b.vector_score ?? 0) - (a.vector_score ?? 0))
        .map(({ id }) => id);
    },
    close: () => service.close(),
  };
}

const newModel = (): EmbeddingSettings => ({
  kind: 'openai',
  url: endpoint.baseUrl,
  model: 'letters',
  dimension: DIMENSION,
  apiKey: undefined,
});
const memory = (content: string): EventEnvelope => memoryCreated(tenant, { content });

describe('a rolling change of the embedding model on Elasticsearch and Qdrant', () => {
  test('searches use the previous vectors until the new ones are complete and all processes are replaced', async () => {
    const [tea, tram] = [memory('green tea and milk'), memory('the tram to the harbor')];
    const old = startSearch({ kind: 'builtin' });
    await old.recordModelUsage();
    await old.store(tea, tram);
    expect((await old.find('green tea'))[0]).toBe(tea.aggregate_id);

    const replaced = startSearch(newModel());
    await replaced.recordModelUsage();
    const queriesEmbedded = (): number =>
      endpoint.received.filter(({ body }) => body.input.includes('green tea')).length;
    await replaced.reEmbed();
    expect((await replaced.find('green tea'))[0]).toBe(tea.aggregate_id);
    expect((await old.find('green tea'))[0]).toBe(tea.aggregate_id);
    expect(queriesEmbedded()).toBe(0);
    // A process of the old model handles this event. It cannot embed with the new model.
    const coffee = memory('black coffee without sugar');
    await old.store(coffee);
    await old.close();

    await replaced.reEmbed();
    expect((await replaced.find('green tea'))[0]).toBe(tea.aggregate_id);
    expect(queriesEmbedded()).toBe(1);
    expect((await replaced.find('black coffee without sugar'))[0]).toBe(coffee.aggregate_id);
    expect(await listCollections(qdrant, [prefix])).toHaveLength(2);
    await replaced.close();
  }, 60_000);

  test('a process with the previous model that becomes the leader does not delete the new vectors', async () => {
    const old = startSearch({ kind: 'builtin' });
    await old.store(memory('green tea and milk'));
    const replaced = startSearch(newModel());
    await replaced.recordModelUsage();
    await replaced.store(memory('the tram to the harbor'));
    expect(await listCollections(qdrant, [prefix])).toHaveLength(2);
    old.clock.now = new Date(old.clock.now.getTime() + 11 * 60_000);
    await old.reEmbed();
    expect(await listCollections(qdrant, [prefix])).toHaveLength(2);
    await Promise.all([old.close(), replaced.close()]);
  }, 60_000);
});
