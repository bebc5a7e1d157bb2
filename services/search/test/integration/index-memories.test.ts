import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError, newId } from '@loci/core';
import { memoryCreated, memoryDeleted, memoryUpdated } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

let search: TestSearchService;
let tenant: string;
beforeAll(async () => {
  search = await createTestSearchService();
});
beforeEach(() => {
  tenant = newId();
});
afterAll(() => search.close());

const embedCalls = (): number => search.embedder.calls.get('embed') ?? 0;

describe('consuming memory.created', () => {
  test('publishes embedding.completed for the indexed memory', async () => {
    const memory = memoryCreated(tenant, { content: 'The blue bicycle stands in the cellar.' });
    await search.consumeMemories(memory);
    expect(await search.findByKeyword(tenant, 'bicycle')).toEqual([memory.aggregate_id]);
    expect(await search.findByVector(tenant, 'bike')).toEqual([memory.aggregate_id]);
    expect(await search.publishedEvents(tenant)).toMatchObject([
      {
        type: 'embedding.completed',
        aggregate_type: 'embedding',
        aggregate_id: memory.aggregate_id,
        revision: 1,
        data: {
          id: memory.aggregate_id,
          kind: 'memory',
          document_id: null,
          embedding_status: 'completed',
          content_revision: 1,
          surprise_score: 1,
        },
      },
    ]);
  });

  test('indexes a redelivered memory only once', async () => {
    const memory = memoryCreated(tenant);
    await search.consumeMemories(memory);
    await search.consumeMemories(memory, memory);
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([memory.aggregate_id]);
    expect(await search.vectorIndex.port.count(tenant)).toBe(1);
    const events = await search.publishedEvents(tenant);
    expect(events).toHaveLength(2);
    expect(events[1]!.data).toEqual(events[0]!.data);
  });

  test('indexes a memory without a vector if the model has no vector for its content', async () => {
    const memory = memoryCreated(tenant, { content: 'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ' });
    await search.consumeMemories(memory);
    expect(await search.findByKeyword(tenant, 'ᏣᎳᎩ')).toEqual([memory.aggregate_id]);
    expect((await search.vectorIndex.port.vectors(tenant, [memory.aggregate_id])).size).toBe(0);
    expect(await search.publishedEvents(tenant)).toMatchObject([{ type: 'embedding.completed' }]);
  });

  test('indexes the memories of two tenants separately', async () => {
    await search.consumeMemories(memoryCreated(tenant), memoryCreated(newId()));
    expect(await search.findByKeyword(tenant, 'tea')).toHaveLength(1);
    expect(await search.findByKeyword(newId(), 'tea')).toEqual([]);
  });
});

describe('the published surprise_score', () => {
  test('decreases with the similarity to earlier memories, including those of the same batch', async () => {
    const first = memoryCreated(tenant, { content: 'Ada prefers tea to coffee.' });
    const same = memoryCreated(tenant, { content: 'Ada prefers tea to coffee.' });
    const near = memoryCreated(tenant, { content: 'Ada prefers coffee to tea in the morning.' });
    const far = memoryCreated(tenant, { content: 'The invoice of the plumber is unpaid.' });
    await search.consumeMemories(first, same);
    await search.consumeMemories(near, far);
    const surprise = new Map(
      (await search.publishedEvents(tenant)).map(({ data }) => [data.id, data.surprise_score!] as const),
    );
    expect(surprise.get(first.aggregate_id)).toBe(1);
    expect(surprise.get(same.aggregate_id)).toBeCloseTo(0, 4);
    expect(surprise.get(near.aggregate_id)).toBeGreaterThan(0.01);
    expect(surprise.get(near.aggregate_id)).toBeLessThan(surprise.get(far.aggregate_id)!);
  });

  test('is null after an update', async () => {
    const memory = memoryCreated(tenant);
    await search.consumeMemories(memory);
    await search.consumeMemories(memoryUpdated(memory, { content: 'Ada prefers water.' }));
    expect((await search.publishedEvents(tenant)).map(({ data }) => data.surprise_score)).toEqual([1, null]);
  });
});

describe('consuming memory.updated', () => {
  test('replaces the indexed content', async () => {
    const memory = memoryCreated(tenant, { content: 'The meeting is on Monday.' });
    await search.consumeMemories(memory);
    await search.consumeMemories(memoryUpdated(memory, { content: 'The appointment is on Friday.' }));
    expect(await search.findByKeyword(tenant, 'Monday')).toEqual([]);
    expect(await search.findByKeyword(tenant, 'Friday')).toEqual([memory.aggregate_id]);
    expect((await search.publishedEvents(tenant)).map(({ data }) => data.content_revision)).toEqual([1, 2]);
  });

  test('keeps the vector, without publishing an event, if the content is unchanged', async () => {
    const memory = memoryCreated(tenant);
    await search.consumeMemories(memory);
    const vector = async (): Promise<number[]> =>
      Array.from(
        (await search.vectorIndex.port.vectors(tenant, [memory.aggregate_id])).get(memory.aggregate_id)!,
      );
    const before = await vector();
    const calls = embedCalls();
    await search.consumeMemories(memoryUpdated(memory, { tags: ['drinks'], importance: 0.9 }));
    expect(embedCalls()).toBe(calls);
    expect(await search.publishedEvents(tenant)).toHaveLength(1);
    const after = await vector();
    expect(before.reduce((sum, value, k) => sum + value * after[k]!, 0)).toBeCloseTo(1, 5);
    for (const find of [search.findByKeyword, search.findByVector]) {
      expect(await find(tenant, 'tea', { tags: ['drinks'], minImportance: 0.9 })).toEqual([
        memory.aggregate_id,
      ]);
    }
  });

  test('embeds unchanged content again if the index has lost its vector', async () => {
    const memory = memoryCreated(tenant);
    await search.consumeMemories(memory);
    await search.vectorIndex.port.dropTenant(tenant);
    await search.consumeMemories(memoryUpdated(memory, { tags: ['drinks'] }));
    expect(await search.findByVector(tenant, 'tea')).toEqual([memory.aggregate_id]);
  });

  test('ignores revisions that are delivered after a newer revision', async () => {
    const memory = memoryCreated(tenant, { content: 'first version' });
    const second = memoryUpdated(memory, { content: 'second version' });
    const third = memoryUpdated(second, { content: 'third version' });
    await search.consumeMemories(third);
    await search.consumeMemories(second, memory);
    expect(await search.findByKeyword(tenant, 'version third')).toEqual([memory.aggregate_id]);
    expect(await search.findByKeyword(tenant, 'first')).toEqual([]);
    expect(await search.findByKeyword(tenant, 'second')).toEqual([]);
    const rows = await search.database.inTransaction(tenant, (tx) =>
      tx.query<{ revision: string }>('SELECT revision FROM items WHERE tenant_id = $1', [tenant]),
    );
    expect(rows).toEqual([{ revision: '3' }]);
  });

  test('indexes the newest of several revisions in one batch', async () => {
    const memory = memoryCreated(tenant, { content: 'first version' });
    const second = memoryUpdated(memory, { content: 'second version' });
    const other = memoryCreated(tenant, { content: 'another version' });
    await search.consumeMemories(memory, other, second);
    expect((await search.findByKeyword(tenant, 'version')).sort()).toEqual(
      [memory.aggregate_id, other.aggregate_id].sort(),
    );
    expect(await search.findByKeyword(tenant, 'first')).toEqual([]);
  });
});

describe('consuming memory.deleted', () => {
  test('removes the memory, even if earlier events arrive late', async () => {
    const memory = memoryCreated(tenant);
    const update = memoryUpdated(memory, { importance: 1 });
    await search.consumeMemories(memory);
    await search.consumeMemories(memoryDeleted(update));
    await search.consumeMemories(update, memory);
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([]);
    expect(await search.findByVector(tenant, 'tea')).toEqual([]);
  });

  test('prevents indexing of a memory whose creation is delivered later', async () => {
    const memory = memoryCreated(tenant);
    await search.consumeMemories(memoryDeleted(memory));
    await search.consumeMemories(memory);
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([]);
  });
});

describe('consuming memory events of memories that searches must not find', () => {
  test('indexes a version only while the version is active', async () => {
    const memory = memoryCreated(tenant);
    await search.consumeMemories(memory);
    const evolved = memoryUpdated(memory, { is_active: false, lifecycle_state: 'evolved' });
    await search.consumeMemories(evolved);
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([]);
    expect(await search.findByVector(tenant, 'tea')).toEqual([]);
    await search.consumeMemories(memoryUpdated(evolved, { is_active: true, lifecycle_state: 'active' }));
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([memory.aggregate_id]);
    expect(await search.findByVector(tenant, 'tea')).toEqual([memory.aggregate_id]);
  });

  test.each(['identity_core', 'personality_trait'] as const)(
    'does not index a memory of the protected type %s',
    async (type) => {
      await search.consumeMemories(memoryCreated(tenant, { memory_type: type }));
      expect(await search.findByKeyword(tenant, 'tea')).toEqual([]);
      expect(await search.publishedEvents(tenant)).toEqual([]);
    },
  );
});

describe('consuming memory events with an unavailable dependency', () => {
  test.each([
    ['keyword index', 'keywordIndex'],
    ['vector index', 'vectorIndex'],
    ['embedder', 'embedder'],
  ] as const)(
    'indexes the memory when its event is redelivered after the %s was unavailable',
    async (_, store) => {
      const memory = memoryCreated(tenant);
      search[store].down();
      await expect(search.consumeMemories(memory)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
      search[store].up();
      expect(await search.publishedEvents(tenant)).toEqual([]);
      await search.consumeMemories(memory);
      expect(await search.findByKeyword(tenant, 'tea')).toEqual([memory.aggregate_id]);
      expect(await search.findByVector(tenant, 'tea')).toEqual([memory.aggregate_id]);
      expect(await search.publishedEvents(tenant)).toMatchObject([
        { type: 'embedding.completed', revision: 1 },
      ]);
    },
  );
});

describe('consuming two memories, one of which the model rejects', () => {
  let picky: TestSearchService;
  const good = memoryCreated(newId(), { content: 'a welcome text' });
  const bad = memoryCreated(good.tenant_id, { content: 'a forbidden text' });
  beforeAll(async () => {
    const embed = search.embedder.port.embed.bind(search.embedder.port);
    picky = await createTestSearchService({
      embed: async (texts) => {
        if (texts.some((text) => text.includes('forbidden')))
          throw new AppError('VAL_FIELD_INVALID', 'The embedding model rejects a text.');
        return embed(texts);
      },
    });
    await picky.consumeMemories(good, bad);
  });
  afterAll(() => picky.close());

  test('indexes both memories for keyword search', async () => {
    const found = await picky.findByKeyword(good.tenant_id, 'text');
    expect(found.sort()).toEqual([good.aggregate_id, bad.aggregate_id].sort());
  });

  test('indexes only the accepted memory for vector search', async () => {
    const ids = [good.aggregate_id, bad.aggregate_id];
    const vectors = await picky.vectorIndex.port.vectors(good.tenant_id, ids);
    expect([...vectors.keys()]).toEqual([good.aggregate_id]);
  });

  test('publishes embedding.failed only for the rejected memory', async () => {
    const outcomes = new Map(
      (await picky.publishedEvents(good.tenant_id)).map(({ type, data }) => [
        data.id,
        [type, data.embedding_status],
      ]),
    );
    expect(outcomes.get(good.aggregate_id)).toEqual(['embedding.completed', 'completed']);
    expect(outcomes.get(bad.aggregate_id)).toEqual(['embedding.failed', 'failed']);
  });
});
