import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError, newId } from '@loci/core';
import { memoryCreated, memoryDeleted, memoryUpdated } from '../events.fixture.ts';
import { searchUnderTest } from '../search-service.fixture.ts';
import type { SearchUnderTest } from '../search-service.fixture.ts';

let search: SearchUnderTest;
let tenant: string;
beforeAll(async () => {
  search = await searchUnderTest();
});
beforeEach(() => {
  tenant = newId();
});
afterAll(() => search.close());

const embedCalls = (): number => search.embedder.calls.get('embed') ?? 0;

describe('a memory that was stored', () => {
  test('is found by its words and by its meaning, and its service is told', async () => {
    const memory = memoryCreated(tenant, { content: 'The blue bicycle stands in the cellar.' });
    await search.memories(memory);
    expect(await search.findByKeyword(tenant, 'bicycle')).toEqual([memory.aggregate_id]);
    expect(await search.findByVector(tenant, 'bike')).toEqual([memory.aggregate_id]);
    expect(await search.said(tenant)).toMatchObject([
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

  test('is found once after a redelivery, which says the same again', async () => {
    const memory = memoryCreated(tenant);
    await search.memories(memory);
    await search.memories(memory, memory);
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([memory.aggregate_id]);
    expect(await search.vectorIndex.port.count(tenant)).toBe(1);
    const said = await search.said(tenant);
    expect(said).toHaveLength(2);
    expect(said[1]!.data).toEqual(said[0]!.data);
  });

  test('whose model knows no word of it is found by its words alone', async () => {
    const memory = memoryCreated(tenant, { content: 'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ' });
    await search.memories(memory);
    expect(await search.findByKeyword(tenant, 'ᏣᎳᎩ')).toEqual([memory.aggregate_id]);
    expect((await search.vectorIndex.port.vectors(tenant, [memory.aggregate_id])).size).toBe(0);
    expect(await search.said(tenant)).toMatchObject([{ type: 'embedding.completed' }]);
  });

  test('is nobody else’s', async () => {
    await search.memories(memoryCreated(tenant), memoryCreated(newId()));
    expect(await search.findByKeyword(tenant, 'tea')).toHaveLength(1);
    expect(await search.findByKeyword(newId(), 'tea')).toEqual([]);
  });
});

describe('surprise_score', () => {
  test('is 1 - the best similarity to the memories before, those of the same batch included', async () => {
    const first = memoryCreated(tenant, { content: 'Ada prefers tea to coffee.' });
    const same = memoryCreated(tenant, { content: 'Ada prefers tea to coffee.' });
    const near = memoryCreated(tenant, { content: 'Ada prefers coffee to tea in the morning.' });
    const far = memoryCreated(tenant, { content: 'The invoice of the plumber is unpaid.' });
    await search.memories(first, same);
    await search.memories(near, far);
    const surprise = new Map(
      (await search.said(tenant)).map(({ data }) => [data.id, data.surprise_score!] as const),
    );
    expect(surprise.get(first.aggregate_id)).toBe(1);
    expect(surprise.get(same.aggregate_id)).toBeCloseTo(0, 4);
    expect(surprise.get(near.aggregate_id)).toBeGreaterThan(0.01);
    expect(surprise.get(near.aggregate_id)).toBeLessThan(surprise.get(far.aggregate_id)!);
  });

  test('is measured at creation alone', async () => {
    const memory = memoryCreated(tenant);
    await search.memories(memory);
    await search.memories(memoryUpdated(memory, { content: 'Ada prefers water.' }));
    expect((await search.said(tenant)).map(({ data }) => data.surprise_score)).toEqual([1, null]);
  });
});

describe('a change', () => {
  test('of the content is found, and what was there before is not', async () => {
    const memory = memoryCreated(tenant, { content: 'The meeting is on Monday.' });
    await search.memories(memory);
    await search.memories(memoryUpdated(memory, { content: 'The appointment is on Friday.' }));
    expect(await search.findByKeyword(tenant, 'Monday')).toEqual([]);
    expect(await search.findByKeyword(tenant, 'Friday')).toEqual([memory.aggregate_id]);
    expect((await search.said(tenant)).map(({ data }) => data.content_revision)).toEqual([1, 2]);
  });

  test('of anything else keeps the vector: nothing is embedded and nothing said', async () => {
    const memory = memoryCreated(tenant);
    await search.memories(memory);
    const vector = async (): Promise<number[]> =>
      Array.from(
        (await search.vectorIndex.port.vectors(tenant, [memory.aggregate_id])).get(memory.aggregate_id)!,
      );
    const before = await vector();
    const calls = embedCalls();
    await search.memories(memoryUpdated(memory, { tags: ['drinks'], importance: 0.9 }));
    expect(embedCalls()).toBe(calls);
    expect(await search.said(tenant)).toHaveLength(1);
    const after = await vector();
    expect(before.reduce((sum, value, k) => sum + value * after[k]!, 0)).toBeCloseTo(1, 5);
    for (const find of [search.findByKeyword, search.findByVector]) {
      expect(await find(tenant, 'tea', { tags: ['drinks'], minImportance: 0.9 })).toEqual([
        memory.aggregate_id,
      ]);
    }
  });

  test('of anything else gets the vector anew when the index has lost it', async () => {
    const memory = memoryCreated(tenant);
    await search.memories(memory);
    await search.vectorIndex.port.dropTenant(tenant);
    await search.memories(memoryUpdated(memory, { tags: ['drinks'] }));
    expect(await search.findByVector(tenant, 'tea')).toEqual([memory.aggregate_id]);
  });

  test('that comes after a newer one changes nothing', async () => {
    const memory = memoryCreated(tenant, { content: 'first version' });
    const second = memoryUpdated(memory, { content: 'second version' });
    const third = memoryUpdated(second, { content: 'third version' });
    await search.memories(third);
    await search.memories(second, memory);
    expect(await search.findByKeyword(tenant, 'version third')).toEqual([memory.aggregate_id]);
    expect(await search.findByKeyword(tenant, 'first')).toEqual([]);
    expect(await search.findByKeyword(tenant, 'second')).toEqual([]);
    const rows = await search.database.inTransaction(tenant, (tx) =>
      tx.query<{ revision: string }>('SELECT revision FROM items WHERE tenant_id = $1', [tenant]),
    );
    expect(rows).toEqual([{ revision: '3' }]);
  });

  test('several in one batch: the newest counts', async () => {
    const memory = memoryCreated(tenant, { content: 'first version' });
    const second = memoryUpdated(memory, { content: 'second version' });
    const other = memoryCreated(tenant, { content: 'another version' });
    await search.memories(memory, other, second);
    expect((await search.findByKeyword(tenant, 'version')).sort()).toEqual(
      [memory.aggregate_id, other.aggregate_id].sort(),
    );
    expect(await search.findByKeyword(tenant, 'first')).toEqual([]);
  });
});

describe('what must not be found', () => {
  test('a deleted memory, and no late event revives it', async () => {
    const memory = memoryCreated(tenant);
    const update = memoryUpdated(memory, { importance: 1 });
    await search.memories(memory);
    await search.memories(memoryDeleted(update));
    await search.memories(update, memory);
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([]);
    expect(await search.findByVector(tenant, 'tea')).toEqual([]);
  });

  test('a memory whose deletion comes before its creation', async () => {
    const memory = memoryCreated(tenant);
    await search.memories(memoryDeleted(memory));
    await search.memories(memory);
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([]);
  });

  test('an inactive version, until it is active again', async () => {
    const memory = memoryCreated(tenant);
    await search.memories(memory);
    const evolved = memoryUpdated(memory, { is_active: false, lifecycle_state: 'evolved' });
    await search.memories(evolved);
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([]);
    expect(await search.findByVector(tenant, 'tea')).toEqual([]);
    await search.memories(memoryUpdated(evolved, { is_active: true, lifecycle_state: 'active' }));
    expect(await search.findByKeyword(tenant, 'tea')).toEqual([memory.aggregate_id]);
    expect(await search.findByVector(tenant, 'tea')).toEqual([memory.aggregate_id]);
  });

  test.each(['identity_core', 'personality_trait'] as const)(
    'a memory of the protected type %s',
    async (type) => {
      await search.memories(memoryCreated(tenant, { memory_type: type }));
      expect(await search.findByKeyword(tenant, 'tea')).toEqual([]);
      expect(await search.said(tenant)).toEqual([]);
    },
  );
});

describe('a store that does not answer', () => {
  const stores = ['keywordIndex', 'vectorIndex', 'embedder'] as const;

  test.each(stores)(
    '%s: the events wait, nothing is recorded, and a repetition makes it good',
    async (store) => {
      const memory = memoryCreated(tenant);
      search[store].down();
      await expect(search.memories(memory)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
      search[store].up();
      expect(await search.said(tenant)).toEqual([]);
      await search.memories(memory);
      expect(await search.findByKeyword(tenant, 'tea')).toEqual([memory.aggregate_id]);
      expect(await search.findByVector(tenant, 'tea')).toEqual([memory.aggregate_id]);
      expect(await search.said(tenant)).toMatchObject([{ type: 'embedding.completed', revision: 1 }]);
    },
  );
});

test('a text that the model refuses fails alone: found by its words, and its service is told', async () => {
  const { port } = search.embedder;
  const embed = port.embed.bind(port);
  const picky = await searchWith(async (texts) => {
    if (texts.some((text) => text.includes('forbidden')))
      throw new AppError('VAL_FIELD_INVALID', 'The embedding model refuses a text.');
    return embed(texts);
  });
  const good = memoryCreated(tenant, { content: 'a welcome text' });
  const bad = memoryCreated(tenant, { content: 'a forbidden text' });
  await picky.memories(good, bad);
  expect((await picky.findByKeyword(tenant, 'text')).sort()).toEqual(
    [good.aggregate_id, bad.aggregate_id].sort(),
  );
  expect([
    ...(await picky.vectorIndex.port.vectors(tenant, [good.aggregate_id, bad.aggregate_id])).keys(),
  ]).toEqual([good.aggregate_id]);
  const statuses = new Map(
    (await picky.said(tenant)).map(({ type, data }) => [data.id, [type, data.embedding_status]]),
  );
  expect(statuses.get(good.aggregate_id)).toEqual(['embedding.completed', 'completed']);
  expect(statuses.get(bad.aggregate_id)).toEqual(['embedding.failed', 'failed']);
  await picky.close();
});

/** Another service whose model answers like this. */
function searchWith(
  embed: (texts: readonly string[]) => Promise<(Float32Array | null)[]>,
): Promise<SearchUnderTest> {
  return searchUnderTest({ embed });
}
