import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createSearchClient } from '@loci/contracts';
import type { Candidates, SearchFilterWire } from '@loci/contracts';
import { invalidField, newId, unavailable } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import { inProcessClient } from '@loci/http';
import { createOutbox } from '@loci/messaging';
import { createLostTenants, createSearchService, SEARCH_MIGRATIONS } from '@loci/search-service';
import type { IndexPorts } from '@loci/search-service';
import {
  createEmbeddedCandidateRetriever,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorSpaces,
} from '@loci/search-service/embedded';
import { SearchEngine } from '@loci/search-service/engine';
import { createTestDatabase, storedEvents } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import type { Embedder } from '../../src/embedding/embedder.ts';
import { memoryCreated, memoryDeleted, memoryUpdated } from '../events.fixture.ts';
import { createFakeItemOwners } from '../fake-item-owners.fixture.ts';

let testDatabase: TestDatabase;
let directory: string;
let owners: ReturnType<typeof createFakeItemOwners>;
let tenant: string;
beforeEach(async () => {
  testDatabase = await createTestDatabase({ search: SEARCH_MIGRATIONS });
  directory = mkdtempSync(join(tmpdir(), 'loci-re-embed-'));
  owners = createFakeItemOwners();
  tenant = newId();
});
afterEach(async () => {
  await testDatabase.close();
  rmSync(directory, { recursive: true, force: true });
});

/**
 * Creates a fake model with the given vocabulary. Element `k` of a vector is 1 if the text contains word `k`.
 */
function createFakeModel(name: string, dimension: number, words: readonly string[]) {
  const model = {
    isDown: false,
    /** Text that the model rejects, or null. */
    rejected: null as string | null,
    embeddedTexts: 0,
    embedder: (): Embedder => ({
      model: name,
      dimension,
      maxBatch: 2,
      embed: (texts) => {
        if (model.isDown) return Promise.reject(unavailable(name));
        if (model.rejected !== null && texts.includes(model.rejected))
          return Promise.reject(invalidField('texts', 'The model rejects the text.'));
        model.embeddedTexts += texts.length;
        return Promise.resolve(
          texts.map((text) => {
            const vector = new Float32Array(dimension);
            words.forEach((word, k) => (vector[k] = text.includes(word) ? 1 : 0));
            return vector.some((value) => value > 0) ? vector : null;
          }),
        );
      },
      close: () => Promise.resolve(),
    }),
  };
  return model;
}

type FakeModel = ReturnType<typeof createFakeModel>;

const createPreviousModel = () => createFakeModel('old', 4, ['tea', 'coffee', 'milk']);
const createNewModel = () => createFakeModel('new', 6, ['milk', 'tea', 'coffee']);

/**
 * Starts the service with `target` as its configured model.
 *
 * @param available other models that the service can still embed with
 */
function start(target: FakeModel, available: readonly FakeModel[] = []) {
  const database = testDatabase.open('search');
  const clock = { now: new Date() };
  const engine = new SearchEngine();
  const openIndexes = (folder: string): IndexPorts => {
    const keywordIndex = createEmbeddedKeywordIndex({
      engine,
      directory: join(folder, 'keyword'),
      onTenantLost: () => {},
    });
    return {
      keywordIndex,
      createCandidateRetriever: (options) => createEmbeddedCandidateRetriever({ ...options, keywordIndex }),
      vectorSpaces: createEmbeddedVectorSpaces({
        engine,
        directory: join(folder, 'vector'),
        embedder: target.embedder(),
        embedderFor: ({ model, dimension }) =>
          available
            .map((each) => each.embedder())
            .find((each) => each.model === model && each.dimension === dimension) ?? null,
        onTenantLost: () => {},
      }),
      lostTenants: createLostTenants(),
    };
  };
  const service = createSearchService({
    database,
    outbox: createOutbox({ onCommitted: () => undefined }),
    ...openIndexes(directory),
    archive: openIndexes(join(directory, 'superseded')),
    memory: { getStatesAt: () => Promise.reject(new Error('Unexpected call.')) },
    memoryInventory: owners.memory,
    document: owners.document,
    graph: { countRelationships: () => Promise.resolve(0) },
    onDrift: () => {},
    onRebuild: () => {},
    now: () => clock.now,
  });
  const client = createSearchClient(inProcessClient(service.routes, 'throw'));
  return {
    clock,
    store: async (...events: EventEnvelope[]): Promise<void> => {
      owners.store(...events);
      await service.consumers.find(({ topics }) => topics.includes('memory'))!.handle(events);
    },
    reEmbed: () => service.jobs.find(({ name }) => name === 're-embed')!.run(new AbortController().signal),
    find: (query: string, filter: SearchFilterWire = {}): Promise<Candidates> =>
      client.candidates({
        tenant_id: tenant,
        query,
        filter,
        window: 10,
        keyword: true,
        vector: true,
        conversation_neighbors: false,
      }),
    publishedEvents: () => storedEvents(database, tenant),
    close: () => service.close(),
  };
}

const idsOfSimilar = ({ columns }: Candidates): string[] =>
  columns
    .items()
    .filter((item) => (item.vector_score ?? 0) > 0.9)
    .map(({ id }) => id)
    .sort();
const folders = (): string[] => readdirSync(join(directory, 'vector')).sort();
const memory = (content: string): EventEnvelope => memoryCreated(tenant, { content });

describe('after a change of the configured model', () => {
  test('searches use the previous model until the re-embed job is done', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    const [tea, coffee, milk] = [memory('tea'), memory('coffee'), memory('milk')];
    await first.store(tea, coffee, milk);
    expect(idsOfSimilar(await first.find('tea'))).toEqual([tea.aggregate_id]);
    await first.close();

    const second = start(next, [previous]);
    const embeddedBefore = next.embeddedTexts;
    expect(idsOfSimilar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    expect(next.embeddedTexts).toBe(embeddedBefore);
    await second.reEmbed();
    const embeddedByPrevious = previous.embeddedTexts;
    expect(idsOfSimilar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    expect(idsOfSimilar(await second.find('milk'))).toEqual([milk.aggregate_id]);
    expect(previous.embeddedTexts).toBe(embeddedByPrevious);
    await second.close();

    // The database has recorded that searches use the new model.
    const third = start(next);
    expect(idsOfSimilar(await third.find('coffee'))).toEqual([coffee.aggregate_id]);
    await third.close();
  });

  test('searches find superseded versions before and after re-embedding, and their previous vectors are deleted', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const included = { include: ['superseded' as const] };
    const archiveFolders = () => readdirSync(join(directory, 'superseded', 'vector'));
    const first = start(previous);
    const [tea, coffee] = [memory('tea'), memory('coffee')];
    await first.store(tea, coffee);
    await first.store(memoryUpdated(tea, { is_active: false }));
    await first.close();

    const second = start(next, [previous]);
    expect(idsOfSimilar(await second.find('tea', included))).toEqual([tea.aggregate_id]);
    await second.store(memoryUpdated(coffee, { is_active: false }));
    expect(idsOfSimilar(await second.find('coffee', included))).toEqual([coffee.aggregate_id]);
    await second.reEmbed();
    expect(idsOfSimilar(await second.find('tea', included))).toEqual([tea.aggregate_id]);
    expect(idsOfSimilar(await second.find('coffee', included))).toEqual([coffee.aggregate_id]);
    expect(archiveFolders()).toHaveLength(2);
    second.clock.now = new Date(Date.now() + 60 * 60_000);
    await second.reEmbed();
    expect(archiveFolders()).toHaveLength(1);
    await second.close();
  });

  test('searches find new memories, but not deleted memories, before and after re-embedding', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    const deleted = memory('tea');
    await first.store(deleted);
    await first.close();
    const second = start(next, [previous]);
    const created = memory('tea');
    await second.store(memoryDeleted(deleted), created);
    expect(idsOfSimilar(await second.find('tea'))).toEqual([created.aggregate_id]);
    await second.reEmbed();
    expect(idsOfSimilar(await second.find('tea'))).toEqual([created.aggregate_id]);
    await second.close();
  });

  test('the re-embed job publishes no events', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    await first.store(memory('tea'), memory('coffee'));
    await first.close();
    const second = start(next, [previous]);
    await second.reEmbed();
    expect(await second.publishedEvents()).toHaveLength(2);
    await second.close();
  });

  test('the re-embed job publishes embedding.failed for a memory that the new model rejects', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    const [tea, coffee] = [memory('tea'), memory('coffee')];
    await first.store(tea, coffee);
    await first.close();
    next.rejected = 'coffee';
    const second = start(next, [previous]);
    await second.reEmbed();
    const reported = (await second.publishedEvents()).map(({ type, aggregate_id: id }) => [type, id]);
    expect(reported.slice(2)).toEqual([['embedding.failed', coffee.aggregate_id]]);
    await second.close();
  });

  test('the re-embed job publishes embedding.completed for a memory that the previous model rejected', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    previous.rejected = 'coffee';
    const first = start(previous);
    const [tea, coffee] = [memory('tea'), memory('coffee')];
    await first.store(tea, coffee);
    await first.close();
    const second = start(next, [previous]);
    await second.reEmbed();
    const reported = (await second.publishedEvents()).map(({ type, aggregate_id: id }) => [type, id]);
    expect(reported.slice(2)).toEqual([['embedding.completed', coffee.aggregate_id]]);
    await second.close();
  });

  test('surprise scores are measured with the previous model until the re-embed job is done', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    await first.store(memory('tea'));
    await first.close();
    const second = start(next, [previous]);
    await second.store(memory('tea'));
    const surprises = (await second.publishedEvents()).map(({ data }) => data['surprise_score'] as number);
    expect(surprises).toHaveLength(2);
    expect(surprises[1]).toBeCloseTo(0, 4);
    await second.close();
  });

  test('searches use the previous model while re-embedding fails because the new model is unavailable', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    const tea = memory('tea');
    await first.store(tea);
    await first.close();
    const second = start(next, [previous]);
    next.isDown = true;
    await expect(second.reEmbed()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    expect(idsOfSimilar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    next.isDown = false;
    await second.reEmbed();
    previous.isDown = true;
    expect(idsOfSimilar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    await second.close();
  });

  test('new memories are indexed if the previous model is unavailable', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    await first.store(memory('milk'));
    await first.close();
    const second = start(next, [previous]);
    previous.isDown = true;
    const tea = memory('tea');
    await second.store(tea);
    expect((await second.find('tea')).failed).toEqual(['vector']);
    await second.reEmbed();
    expect(idsOfSimilar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    await second.close();
  });

  test('searches use only keywords until the re-embed job is done if the previous model is not configured', async () => {
    const first = start(createPreviousModel());
    const tea = memory('tea');
    await first.store(tea);
    await first.close();
    const second = start(createNewModel());
    const found = await second.find('tea');
    expect(found.failed).toEqual(['vector']);
    expect(found.columns.items().map(({ id }) => id)).toEqual([tea.aggregate_id]);
    await second.reEmbed();
    expect(idsOfSimilar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    await second.close();
  });

  test('the re-embed job deletes vectors of the previous model after a grace period', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    await first.store(memory('tea'));
    await first.close();
    const second = start(next, [previous]);
    await second.reEmbed();
    await second.reEmbed();
    expect(folders()).toEqual(['model-new-6', 'model-old-4']);
    second.clock.now = new Date(second.clock.now.getTime() + 11 * 60_000);
    await second.reEmbed();
    expect(folders()).toEqual(['model-new-6']);
    expect(idsOfSimilar(await second.find('tea'))).toHaveLength(1);
    await second.close();
  });

  test('searches find recent changes after the previous model is configured again', async () => {
    const [previous, next] = [createPreviousModel(), createNewModel()];
    const first = start(previous);
    const tea = memory('tea');
    await first.store(tea);
    await first.close();
    const second = start(next, [previous]);
    await second.reEmbed();
    const coffee = memory('coffee');
    await second.store(coffee, memoryDeleted(tea));
    await second.close();
    const third = start(previous, [next]);
    expect(idsOfSimilar(await third.find('coffee'))).toEqual([coffee.aggregate_id]);
    await third.reEmbed();
    expect(idsOfSimilar(await third.find('coffee'))).toEqual([coffee.aggregate_id]);
    expect((await third.find('tea')).columns.items().map(({ id }) => id)).not.toContain(tea.aggregate_id);
    await third.close();
  });
});
