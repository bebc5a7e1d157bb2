import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { IndexedItem } from '../../items/indexed-item.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import { createElasticsearchFixture } from '../../../test/elasticsearch.fixture.ts';
import { createEmbeddedKeywordIndex } from '../embedded/embedded-keyword-index.ts';
import type { KeywordIndex } from '../keyword-index.ts';

const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

const underTest = createElasticsearchFixture();
const { client } = underTest;
afterAll(() => underTest.cleanUp());

let tenant: string;
beforeEach(() => {
  tenant = newId();
});

const idsFound = async (index: KeywordIndex, query: string, limit = 100): Promise<string[]> =>
  (await index.search(tenant, { query, limit })).map(({ id }) => id);

describe('its indexes', () => {
  test('are made once by any number of processes that start at once', async () => {
    const indexPrefix = underTest.newPrefix();
    const processes = Array.from({ length: 8 }, () => underTest.create({ indexPrefix }));
    const items = processes.map(() => exampleItem(tenant));
    await Promise.all(processes.map((index, i) => index.upsert([items[i]!])));
    expect(await processes[0]!.count(tenant)).toBe(8);
    expect(Object.keys(await client.indices.get({ index: `${indexPrefix}-*` }))).toHaveLength(1);
  });

  test('refuse unknown fields, and documents that name no shard', async () => {
    const indexPrefix = underTest.newPrefix();
    await underTest.create({ indexPrefix }).count(tenant);
    const index = `${indexPrefix}-items`;
    await expect(
      client.index({ index, routing: tenant, document: { tenant_id: tenant, surprise: 1 } }),
    ).rejects.toThrow('strict_dynamic_mapping_exception');
    await expect(client.index({ index, document: { tenant_id: tenant } })).rejects.toThrow(
      'routing_missing_exception',
    );
  });

  test('have the shape of the options', async () => {
    const indexPrefix = underTest.newPrefix();
    const index = underTest.create({
      indexPrefix,
      shards: 3,
      replicas: 1,
      refreshIntervalMs: 100,
      requestCompression: true,
    });
    await index.upsert([exampleItem(tenant)]);
    const [{ settings }] = Object.values(
      await client.indices.getSettings({ index: `${indexPrefix}-items` }),
    ) as [{ settings: { index: Record<string, string> } }];
    expect(settings.index).toMatchObject({
      number_of_shards: '3',
      number_of_replicas: '1',
      refresh_interval: '100ms',
    });
    expect(await index.count(tenant)).toBe(1);
  });

  test('are made anew when somebody deleted them; a write never makes one with a guessed mapping', async () => {
    const indexPrefix = underTest.newPrefix();
    const index = underTest.create({ indexPrefix });
    await index.upsert([exampleItem(tenant)]);
    await client.indices.delete({ index: `${indexPrefix}-items-first` });
    await expect(idsFound(index, 'trains')).rejects.toMatchObject(UNAVAILABLE);
    expect(await idsFound(index, 'trains')).toEqual([]);
    await client.indices.delete({ index: `${indexPrefix}-items-first` });
    await index.upsert([exampleItem(tenant)]);
    expect(await index.count(tenant)).toBe(1);
    const mappings = await client.indices.getMapping({ index: `${indexPrefix}-*` });
    expect(Object.values(mappings).map(({ mappings: { dynamic } }) => dynamic)).toEqual(['strict']);
  });

  test('a prefix that could not begin their names is refused', () => {
    for (const indexPrefix of ['', 'Upper', '_x', 'a,b', 'a*', '../a', 'a b'])
      expect(() => underTest.create({ indexPrefix })).toThrow('prefix');
  });
});

describe('tenants', () => {
  test('are apart in every call, with equal ids, in one shard', async () => {
    const index = underTest.create();
    const stranger = newId();
    const mine = exampleItem(tenant, {
      sourceType: 'document_upload',
      documentId: newId(),
      chunkIndex: 0,
      totalChunks: 1,
    });
    const theirs = { ...mine, tenantId: stranger, content: 'Trains are theirs.', revision: 5 };
    await index.upsert([mine, theirs, exampleItem(stranger)]);
    const { id, documentId } = mine;
    const query = 'trains';
    expect(await idsFound(index, query)).toEqual([id]);
    expect(await idsFound(index, 'theirs')).toEqual([]);
    expect(await index.score(tenant, { query, ids: [id] })).toHaveLength(1);
    expect(await index.fetch(tenant, { ids: [id] })).toEqual([mine]);
    expect(await index.chunks(tenant, [{ documentId: documentId!, first: 0, last: 9 }])).toEqual([mine]);
    expect((await index.highlight(tenant, { query, ids: [id] })).get(id)!.text).toBe(mine.content);
    expect(await index.revisions(tenant, { afterId: null, limit: 9 })).toEqual([
      { id, revision: 1, deleted: false },
    ]);
    expect(await index.count(tenant)).toBe(1);
    expect(await index.listTenants()).toEqual([tenant, stranger].sort());
    await index.remove(tenant, [{ id, revision: 9 }]);
    expect(await index.fetch(stranger, { ids: [id] })).toEqual([theirs]);
    await index.dropTenant(tenant);
    expect(await index.count(stranger)).toBe(2);
  });

  test('named to reach beyond themselves are refused by every call', async () => {
    const index = underTest.create();
    await index.upsert([exampleItem(tenant)]);
    const refused = { code: 'VAL_UUID_INVALID' };
    const query = 'trains';
    for (const hostile of [
      `${tenant},${newId()}`,
      '*',
      '_all',
      '',
      `${tenant}&routing=x`,
      `${tenant}\n`,
      '..',
    ]) {
      const calls = [
        index.upsert([exampleItem(hostile)]),
        index.remove(hostile, [{ id: newId(), revision: 1 }]),
        index.search(hostile, { query, limit: 1 }),
        index.score(hostile, { query, ids: [newId()] }),
        index.fetch(hostile, { ids: [newId()] }),
        index.chunks(hostile, [{ documentId: newId(), first: 0, last: 1 }]),
        index.highlight(hostile, { query, ids: [newId()] }),
        index.revisions(hostile, { afterId: null, limit: 1 }),
        index.count(hostile),
        index.dropTenant(hostile),
      ];
      for (const call of calls) await expect(call).rejects.toMatchObject(refused);
    }
  });

  test('have the scores that the embedded index gives, whatever their neighbours hold', async () => {
    const index = underTest.create();
    const directory = mkdtempSync(join(tmpdir(), 'loci-keyword-index-'));
    const embedded = createEmbeddedKeywordIndex({ directory, onTenantLost: () => undefined });
    const contents = Array.from({ length: 40 }, (_, i) =>
      [
        'Maria',
        i % 3 ? 'likes' : 'hates',
        i % 4 ? 'trains' : 'planes',
        i % 9 ? 'daily' : 'rarely',
        `word${i}`,
      ].join(' '),
    );
    const items = contents.map((content) => exampleItem(tenant, { content }));
    // To all tenants together Maria is rare, and the trains are common.
    const noise = Array.from({ length: 400 }, (_, i) =>
      exampleItem(newId(), { content: `others say trains planes${i} rarely` }),
    );
    await index.upsert([...noise, ...items]);
    await embedded.upsert(items);
    for (const query of ['Maria hates planes', 'rarely trains', 'Who hates to be daily on planes, Maria?']) {
      const expected = await embedded.search(tenant, { query, limit: 40 });
      const scores = new Map(
        (await index.search(tenant, { query, limit: 40 })).map((hit) => [hit.id, hit.score]),
      );
      expect([...scores.keys()].sort()).toEqual(expected.map(({ id }) => id).sort());
      for (const { id, score } of expected) expect(Math.abs(scores.get(id)! / score - 1)).toBeLessThan(0.01);
    }
    await embedded.close();
    rmSync(directory, { recursive: true });
  });
});

describe('writes', () => {
  test('twenty at once of one item end at the greatest revision, a removal before an item of the same', async () => {
    const index = underTest.create();
    const [first, second] = [exampleItem(tenant), exampleItem(tenant)];
    const revisions = Array.from({ length: 10 }, (_, i) => i + 1);
    const shuffled = revisions.toSorted(() => Math.random() - 0.5);
    await Promise.all(
      shuffled.flatMap((revision) => [
        index.upsert([{ ...first, revision }]),
        index.remove(tenant, [{ id: first.id, revision }]),
        index.upsert([{ ...second, revision: revision + 1 }]),
        index.remove(tenant, [{ id: second.id, revision }]),
      ]),
    );
    expect(await index.revisions(tenant, { afterId: null, limit: 9 })).toEqual([
      { id: first.id, revision: 10, deleted: true },
      { id: second.id, revision: 11, deleted: false },
    ]);
    expect(await idsFound(index, 'trains')).toEqual([second.id]);
  });

  test('a repeated write sees what its first attempt wrote', async () => {
    // So long between two refreshes that the first attempt is not seen by itself.
    const index = underTest.create({ refreshIntervalMs: 2_000 });
    const item = exampleItem(tenant);
    const first = index.upsert([item]);
    await Promise.race([first, index.upsert([item])]);
    expect(await idsFound(index, 'trains')).toEqual([item.id]);
    await first;
  });

  test('an item that Elasticsearch refuses is named, and keeps no other one out', async () => {
    const index = underTest.create();
    const items = [exampleItem(tenant), exampleItem(tenant, { chunkIndex: 2 ** 40 }), exampleItem(tenant)];
    await expect(index.upsert(items)).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
      details: { ids: [items[1]!.id] },
    });
    expect((await idsFound(index, 'trains')).sort()).toEqual([items[0]!.id, items[2]!.id].sort());
  });

  test('what is strange in an item comes back as it was', async () => {
    const index = underTest.create();
    let nested: Record<string, unknown> = { end: '\ud800' };
    for (let depth = 0; depth < 1_500; depth++) nested = { nested };
    const item = exampleItem(tenant, {
      content: `needle ﷺ ⒈ ${'x'.repeat(1_000)} ${'東京'.repeat(300)} \u0000 \u2028 end`,
      tags: ['', ' ', '\ud800', 'x'.repeat(9_000), 'ünï "quoted" \\'],
      metadata: { nested, 'dotted.key': 1, 'dotted.key.x': 2, list: [1, 'two', null], big: 2 ** 60 },
    });
    await index.upsert([item]);
    expect(await index.fetch(tenant, { ids: [item.id] })).toEqual([item]);
    for (const query of ['needle', '東京', 'ﷺ', '⒈', 'x'.repeat(1_000), 'end'])
      expect(await idsFound(index, query)).toEqual([item.id]);
    for (const tag of ['', ' ', 'ünï "quoted" \\'])
      expect(await index.search(tenant, { query: 'needle', filter: { tags: [tag] }, limit: 1 })).toHaveLength(
        1,
      );
  });

  test('many and large ones are written in parts, and read in pages', async () => {
    const index = underTest.create({ requestTimeoutMs: 20_000 });
    const large = Array.from({ length: 4 }, () =>
      exampleItem(tenant, { content: 'large text '.repeat(90_000) }),
    );
    const many = Array.from({ length: 10_020 }, () => exampleItem(tenant, { content: 'small one' }));
    await index.upsert([...large, ...many]);
    expect(await index.count(tenant)).toBe(10_024);
    expect((await idsFound(index, 'large')).sort()).toEqual(large.map(({ id }) => id).sort());
    const ids = many.map(({ id }) => id);
    const found = await idsFound(index, 'small', 1_000_000);
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect(await index.revisions(tenant, { afterId: null, limit: 1_000_000 })).toHaveLength(10_024);
    expect((await index.score(tenant, { query: 'small', ids })).map(({ id }) => id)).toEqual(ids);
    expect(await index.fetch(tenant, { ids: ids.slice(0, 1_200) })).toHaveLength(1_200);
    await index.dropTenant(tenant);
    expect(await index.listTenants()).toEqual([]);
  });
});

describe('queries that would be bombs', () => {
  test.each([
    ['wildcards', '*a*b*c* ?????* [a-z]* (.*)+'.repeat(100)],
    ['brackets', '(('.repeat(2_000)],
    ['words', Array.from({ length: 800 }, (_, i) => `w${i}`).join(' ')],
    ['one word', 'a'.repeat(4_000)],
    [
      'pairs of characters',
      Array.from({ length: 4_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(''),
    ],
    ['marks', `a${'\u0301'.repeat(3_999)}`],
    ['fuzziness and boosts', 'needle~9^1e38 AND OR NOT '.repeat(100)],
    ['JSON', '{"query":{"match_all":{}}}'],
  ])('%s', async (_, query) => {
    const index = underTest.create();
    const item = exampleItem(tenant, { content: 'haystack' });
    await index.upsert([item]);
    expect(await idsFound(index, query)).toEqual([]);
    expect(await index.score(tenant, { query, ids: [item.id] })).toMatchObject([{ score: 0 }]);
    expect(await idsFound(index, `haystack ${query}`)).toEqual([item.id]);
  });

  test('filters of thousands of values', async () => {
    const index = underTest.create();
    const item: IndexedItem = exampleItem(tenant, { tags: ['t4999'] });
    await index.upsert([item]);
    const many = Array.from({ length: 5_000 }, (_, i) => `t${i}`);
    const filter = { tags: many, memoryTypes: [...many, 'fact'], sourceTypes: [...many, 'direct_input'] };
    expect(await index.search(tenant, { query: 'trains', filter, limit: 5 })).toHaveLength(1);
  });
});

describe('faults', () => {
  test('a server that refuses connections, or swallows them, is unavailable within seconds, until it is back', async () => {
    const proxy = await underTest.createProxy();
    const index = underTest.create({ url: proxy.url, requestTimeoutMs: 2_000 });
    const item = exampleItem(tenant);
    await index.upsert([item]);
    for (const fault of [() => proxy.refuseConnections(), () => proxy.blackhole()]) {
      await fault();
      const startedAt = performance.now();
      const calls = [
        index.upsert([exampleItem(tenant)]),
        index.remove(tenant, [{ id: newId(), revision: 1 }]),
        index.search(tenant, { query: 'trains', limit: 1 }),
        index.score(tenant, { query: 'trains', ids: [item.id] }),
        index.fetch(tenant, { ids: [item.id] }),
        index.chunks(tenant, [{ documentId: newId(), first: 0, last: 1 }]),
        index.highlight(tenant, { query: 'trains', ids: [item.id] }),
        index.revisions(tenant, { afterId: null, limit: 1 }),
        index.count(tenant),
        index.listTenants(),
        index.dropTenant(tenant),
        index.rebuild(async () => undefined),
      ];
      for (const outcome of await Promise.allSettled(calls))
        expect(outcome).toMatchObject({ status: 'rejected', reason: UNAVAILABLE });
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      await proxy.restore();
      // What was sent may have arrived though its answer did not.
      expect(await idsFound(index, 'trains')).toContain(item.id);
      await index.upsert([item]);
    }
  });

  test('a server that cannot be reached at the start is no failure of the start', async () => {
    const proxy = await underTest.createProxy();
    await proxy.refuseConnections();
    const index = underTest.create({ url: proxy.url });
    await expect(index.count(tenant)).rejects.toMatchObject(UNAVAILABLE);
    await proxy.restore();
    expect(await index.count(tenant)).toBe(0);
  });

  test('a closed index is unavailable, and so is one that has no node to lie on', async () => {
    const indexPrefix = underTest.newPrefix();
    const generation = `${indexPrefix}-items-first`;
    const homeless = { 'index.routing.allocation.require._name': 'nowhere' };
    await client.indices.putIndexTemplate({
      name: indexPrefix,
      index_patterns: [generation],
      template: { settings: homeless },
    });
    const index = underTest.create({ indexPrefix, requestTimeoutMs: 2_000 });
    const item = exampleItem(tenant);
    const expectUnavailable = async () => {
      await expect(index.upsert([item])).rejects.toMatchObject(UNAVAILABLE);
      await expect(index.search(tenant, { query: 'trains', limit: 1 })).rejects.toMatchObject(UNAVAILABLE);
      await expect(index.fetch(tenant, { ids: [item.id] })).rejects.toMatchObject(UNAVAILABLE);
      await expect(index.count(tenant)).rejects.toMatchObject(UNAVAILABLE);
      await expect(index.dropTenant(tenant)).rejects.toMatchObject(UNAVAILABLE);
    };
    await expectUnavailable();
    await client.indices.deleteIndexTemplate({ name: indexPrefix });
    await client.indices.putSettings({
      index: generation,
      settings: { 'index.routing.allocation.require._name': null },
    });
    await client.cluster.health({ index: generation, wait_for_status: 'green', timeout: '20s' });
    await index.upsert([item]);
    expect(await idsFound(index, 'trains')).toEqual([item.id]);
    await client.indices.close({ index: generation });
    await expectUnavailable();
    await client.indices.open({ index: generation });
    expect(await idsFound(index, 'trains')).toEqual([item.id]);
  });

  test('close waits for what is under way', async () => {
    const indexPrefix = underTest.newPrefix();
    const index = underTest.create({ indexPrefix });
    const item = exampleItem(tenant);
    const written = index.upsert([item]);
    await index.close();
    await written;
    expect(await underTest.create({ indexPrefix }).count(tenant)).toBe(1);
  });
});
