import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createSearchClient } from '@loci/contracts';
import type { Candidates } from '@loci/contracts';
import { newId, unavailable } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import { inProcessClient } from '@loci/http';
import { createOutbox } from '@loci/messaging';
import { createLostTenants, createSearchService, SEARCH_MIGRATIONS } from '@loci/search-service';
import { createEmbeddedKeywordIndex, createEmbeddedVectorSpaces } from '@loci/search-service/embedded';
import { createTestDatabase, storedEvents } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import type { Embedder } from '../../src/embedding/embedder.ts';
import { memoryCreated, memoryDeleted } from '../events.fixture.ts';
import { recordOwners } from '../fake-item-owners.fixture.ts';

let testDatabase: TestDatabase;
let directory: string;
let owners: ReturnType<typeof recordOwners>;
let tenant: string;
beforeEach(async () => {
  testDatabase = await createTestDatabase({ search: SEARCH_MIGRATIONS });
  directory = mkdtempSync(join(tmpdir(), 'loci-embed-anew-'));
  owners = recordOwners();
  tenant = newId();
});
afterEach(async () => {
  await testDatabase.close();
  rmSync(directory, { recursive: true, force: true });
});

/** A model that knows three words; another one gives them another order and dimension. */
function toyModel(name: string, dimension: number, words: readonly string[]) {
  const model = {
    isDown: false,
    texts: 0,
    embedder: (): Embedder => ({
      model: name,
      dimension,
      maxBatch: 2,
      embed: (texts) => {
        if (model.isDown) return Promise.reject(unavailable(name));
        model.texts += texts.length;
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

const old = () => toyModel('old', 4, ['tea', 'coffee', 'milk']);
const young = () => toyModel('new', 6, ['milk', 'tea', 'coffee']);

/** The service as a process would have it whose configuration names `target`. */
function start(target: ReturnType<typeof toyModel>, former: readonly ReturnType<typeof toyModel>[] = []) {
  const database = testDatabase.open('search');
  const clock = { now: new Date() };
  const service = createSearchService({
    database,
    outbox: createOutbox({ onCommitted: () => undefined }),
    keywordIndex: createEmbeddedKeywordIndex({
      directory: join(directory, 'keyword'),
      onTenantLost: () => {},
    }),
    vectorSpaces: createEmbeddedVectorSpaces({
      directory: join(directory, 'vector'),
      embedder: target.embedder(),
      embedderFor: ({ model, dimension }) =>
        former
          .map((each) => each.embedder())
          .find((each) => each.model === model && each.dimension === dimension) ?? null,
      onTenantLost: () => {},
    }),
    memory: owners.memory,
    document: owners.document,
    graph: { countRelationships: () => Promise.resolve(0) },
    lostTenants: createLostTenants(),
    onDrift: () => {},
    now: () => clock.now,
  });
  const client = createSearchClient(inProcessClient(service.routes, 'throw'));
  return {
    clock,
    store: async (...events: EventEnvelope[]): Promise<void> => {
      owners.store(...events);
      await service.consumers.find(({ topics }) => topics.includes('memory'))!.handle(events);
    },
    embedAnew: () =>
      service.jobs.find(({ name }) => name === 'embed-anew')!.run(new AbortController().signal),
    find: (query: string): Promise<Candidates> =>
      client.candidates({
        tenant_id: tenant,
        query,
        filter: {},
        window: 10,
        keyword: true,
        vector: true,
        surroundings: false,
      }),
    said: () => storedEvents(database, tenant),
    close: () => service.close(),
  };
}

const similar = ({ items }: Candidates): string[] =>
  items
    .filter((item) => (item.vector_score ?? 0) > 0.9)
    .map(({ id }) => id)
    .sort();
const folders = (): string[] => readdirSync(join(directory, 'vector')).sort();
const memory = (content: string): EventEnvelope => memoryCreated(tenant, { content });

describe('another model', () => {
  test('is filled beside the one that serves, and serves when it is complete', async () => {
    const [before, after] = [old(), young()];
    const first = start(before);
    const [tea, coffee, milk] = [memory('tea'), memory('coffee'), memory('milk')];
    await first.store(tea, coffee, milk);
    expect(similar(await first.find('tea'))).toEqual([tea.aggregate_id]);
    await first.close();

    const second = start(after, [before]);
    const asked = after.texts;
    expect(similar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    expect(after.texts).toBe(asked);
    await second.embedAnew();
    const askedBefore = before.texts;
    expect(similar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    expect(similar(await second.find('milk'))).toEqual([milk.aggregate_id]);
    expect(before.texts).toBe(askedBefore);
    await second.close();

    // The next start knows.
    const third = start(after);
    expect(similar(await third.find('coffee'))).toEqual([coffee.aggregate_id]);
    await third.close();
  });

  test('meanwhile what is stored is found, and what is deleted is not', async () => {
    const [before, after] = [old(), young()];
    const first = start(before);
    const gone = memory('tea');
    await first.store(gone);
    await first.close();
    const second = start(after, [before]);
    const fresh = memory('tea');
    await second.store(memoryDeleted(gone), fresh);
    expect(similar(await second.find('tea'))).toEqual([fresh.aggregate_id]);
    await second.embedAnew();
    expect(similar(await second.find('tea'))).toEqual([fresh.aggregate_id]);
    await second.close();
  });

  test('is no news to the owners, and what is stored meanwhile is as surprising as ever', async () => {
    const [before, after] = [old(), young()];
    const first = start(before);
    await first.store(memory('tea'), memory('coffee'));
    await first.close();
    const second = start(after, [before]);
    await second.store(memory('tea'));
    await second.embedAnew();
    const said = (await second.said()).map(({ data }) => data['surprise_score'] as number);
    expect(said).toHaveLength(3);
    expect(said[2]).toBeCloseTo(0, 4);
    await second.close();
  });

  test('that does not answer leaves the former at work, until a repetition makes it good', async () => {
    const [before, after] = [old(), young()];
    const first = start(before);
    const tea = memory('tea');
    await first.store(tea);
    await first.close();
    const second = start(after, [before]);
    after.isDown = true;
    await expect(second.embedAnew()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    expect(similar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    after.isDown = false;
    await second.embedAnew();
    before.isDown = true;
    expect(similar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    await second.close();
  });

  test('while the former does not answer what is stored is embedded all the same', async () => {
    const [before, after] = [old(), young()];
    const first = start(before);
    await first.store(memory('milk'));
    await first.close();
    const second = start(after, [before]);
    before.isDown = true;
    const tea = memory('tea');
    await second.store(tea);
    expect((await second.find('tea')).failed).toEqual(['vector']);
    await second.embedAnew();
    expect(similar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    await second.close();
  });

  test('of which nothing is left to ask leaves the keyword arm alone until the new one is complete', async () => {
    const first = start(old());
    const tea = memory('tea');
    await first.store(tea);
    await first.close();
    const second = start(young());
    const found = await second.find('tea');
    expect(found.failed).toEqual(['vector']);
    expect(found.items.map(({ id }) => id)).toEqual([tea.aggregate_id]);
    await second.embedAnew();
    expect(similar(await second.find('tea'))).toEqual([tea.aggregate_id]);
    await second.close();
  });

  test('its predecessor’s vectors are kept for a while, then forgotten', async () => {
    const [before, after] = [old(), young()];
    const first = start(before);
    await first.store(memory('tea'));
    await first.close();
    const second = start(after, [before]);
    await second.embedAnew();
    await second.embedAnew();
    expect(folders()).toEqual(['model-new-6', 'model-old-4']);
    second.clock.now = new Date(second.clock.now.getTime() + 11 * 60_000);
    await second.embedAnew();
    expect(folders()).toEqual(['model-new-6']);
    expect(similar(await second.find('tea'))).toHaveLength(1);
    await second.close();
  });

  test('and back again', async () => {
    const [before, after] = [old(), young()];
    const first = start(before);
    const tea = memory('tea');
    await first.store(tea);
    await first.close();
    const second = start(after, [before]);
    await second.embedAnew();
    const coffee = memory('coffee');
    await second.store(coffee, memoryDeleted(tea));
    await second.close();
    const third = start(before, [after]);
    expect(similar(await third.find('coffee'))).toEqual([coffee.aggregate_id]);
    await third.embedAnew();
    expect(similar(await third.find('coffee'))).toEqual([coffee.aggregate_id]);
    expect((await third.find('tea')).items.map(({ id }) => id)).not.toContain(tea.aggregate_id);
    await third.close();
  });
});
