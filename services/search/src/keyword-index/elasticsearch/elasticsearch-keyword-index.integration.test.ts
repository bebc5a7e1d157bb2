import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createElasticsearchFixture } from '../../../test/elasticsearch.fixture.ts';
import type { FaultProxy } from '../../../test/elasticsearch.fixture.ts';
import type { IndexedItem } from '../../items/indexed-item.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import { toVisibility } from '../../items/visibility.ts';
import { createEmbeddedKeywordIndex } from '../embedded/embedded-keyword-index.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import { ITEM_MAPPINGS } from './index-definition.ts';

const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

const fixture = createElasticsearchFixture();
const { client } = fixture;
afterAll(() => fixture.cleanUp());

let tenant: string;
beforeEach(() => {
  tenant = newId();
});

const findIds = async (index: KeywordIndex, query: string, limit = 100): Promise<string[]> =>
  (await index.search(tenant, { query, limit })).map(({ id }) => id);

describe('Elasticsearch index', () => {
  test('is created once by eight concurrent processes', async () => {
    const indexPrefix = fixture.newPrefix();
    const processes = Array.from({ length: 8 }, () => fixture.create({ indexPrefix }));
    const items = processes.map(() => exampleItem(tenant));
    await Promise.all(processes.map((index, i) => index.upsert([items[i]!])));
    expect(await processes[0]!.count(tenant)).toBe(8);
    expect(Object.keys(await client.indices.get({ index: `${indexPrefix}-*` }))).toHaveLength(1);
  });

  test('rejects documents with unknown fields', async () => {
    const indexPrefix = fixture.newPrefix();
    await fixture.create({ indexPrefix }).count(tenant);
    await expect(
      client.index({
        index: `${indexPrefix}-items`,
        routing: tenant,
        document: { tenant_id: tenant, surprise: 1 },
      }),
    ).rejects.toThrow('strict_dynamic_mapping_exception');
  });

  test('that an earlier release created stores items with a period', async () => {
    const indexPrefix = fixture.newPrefix();
    const {
      valid_from_ms: _from,
      valid_until_ms: _until,
      expires_at_ms: _expires,
      ...properties
    } = ITEM_MAPPINGS.properties!;
    const generation = `${indexPrefix}-items-first`;
    await client.indices.create({
      index: generation,
      mappings: { ...ITEM_MAPPINGS, properties },
      aliases: { [`${indexPrefix}-items`]: {}, [`${generation}-writes`]: {} },
    });
    const index = fixture.create({ indexPrefix });
    const ended = exampleItem(tenant, { validUntil: '2026-05-01T00:00:00.000Z' });
    await index.upsert([ended]);
    const find = (time: string) =>
      index.search(tenant, {
        query: 'window',
        limit: 10,
        filter: { visibility: toVisibility(Date.parse(time)) },
      });
    expect(await find('2026-04-30')).toMatchObject([{ id: ended.id }]);
    expect(await find('2026-05-01')).toEqual([]);
  });

  test('rejects documents without routing', async () => {
    const indexPrefix = fixture.newPrefix();
    await fixture.create({ indexPrefix }).count(tenant);
    await expect(
      client.index({ index: `${indexPrefix}-items`, document: { tenant_id: tenant } }),
    ).rejects.toThrow('routing_missing_exception');
  });

  test('has the configured shards, replicas and refresh interval', async () => {
    const indexPrefix = fixture.newPrefix();
    const index = fixture.create({
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

  describe('that was deleted by an operator', () => {
    let indexPrefix: string;
    let index: KeywordIndex;
    beforeEach(async () => {
      indexPrefix = fixture.newPrefix();
      index = fixture.create({ indexPrefix });
      await index.upsert([exampleItem(tenant)]);
      await client.indices.delete({ index: `${indexPrefix}-items-first` });
    });

    test('is recreated after the next search, which reports the index as unavailable', async () => {
      await expect(findIds(index, 'trains')).rejects.toMatchObject(UNAVAILABLE);
      expect(await findIds(index, 'trains')).toEqual([]);
    });

    test('is recreated by a write with strict mappings instead of dynamic mappings', async () => {
      await index.upsert([exampleItem(tenant)]);
      expect(await index.count(tenant)).toBe(1);
      const mappings = await client.indices.getMapping({ index: `${indexPrefix}-*` });
      expect(Object.values(mappings).map(({ mappings: { dynamic } }) => dynamic)).toEqual(['strict']);
    });
  });

  test.each(['', 'Upper', '_x', 'a,b', 'a*', '../a', 'a b'])(
    'cannot be created with the prefix "%s"',
    (indexPrefix) => {
      expect(() => fixture.create({ indexPrefix })).toThrow('ELASTICSEARCH_INDEX_PREFIX');
    },
  );
});

describe('Elasticsearch keyword index', () => {
  describe('with the same item id in two tenants of one shard', () => {
    const query = 'trains';
    let index: KeywordIndex;
    let otherTenant: string;
    let own: IndexedItem;
    let other: IndexedItem;
    beforeEach(async () => {
      index = fixture.create();
      otherTenant = newId();
      own = exampleItem(tenant, {
        sourceType: 'document_upload',
        documentId: newId(),
        chunkIndex: 0,
        totalChunks: 1,
      });
      other = { ...own, tenantId: otherTenant, content: 'Trains are theirs.', revision: 5 };
      await index.upsert([own, other, exampleItem(otherTenant)]);
    });

    test('every read returns only the data of its tenant', async () => {
      const { id, documentId } = own;
      expect(await findIds(index, query)).toEqual([id]);
      expect(await findIds(index, 'theirs')).toEqual([]);
      expect(await index.score(tenant, { query, ids: [id] })).toHaveLength(1);
      expect(await index.fetch(tenant, { ids: [id] })).toEqual([own]);
      expect(await index.chunks(tenant, [{ documentId: documentId!, first: 0, last: 9 }])).toEqual([own]);
      expect((await index.highlight(tenant, { query, ids: [id] })).get(id)!.text).toBe(own.content);
      expect(await index.revisions(tenant, { afterId: null, limit: 9 })).toEqual([
        { id, revision: 1, deleted: false },
      ]);
      expect(await index.count(tenant)).toBe(1);
      expect(await index.listTenants()).toEqual([tenant, otherTenant].sort());
    });

    test('removing the item keeps the item of the other tenant', async () => {
      await index.remove(tenant, [{ id: own.id, revision: 9 }]);
      expect(await index.fetch(otherTenant, { ids: [own.id] })).toEqual([other]);
    });

    test('dropping one tenant keeps the items of the other tenant', async () => {
      await index.dropTenant(tenant);
      expect(await index.count(otherTenant)).toBe(2);
    });
  });

  test.each<[string, (tenantId: string) => string]>([
    ['a list of tenants', (tenantId) => `${tenantId},${newId()}`],
    ['a wildcard', () => '*'],
    ['the name of all indexes', () => '_all'],
    ['an empty string', () => ''],
    ['a further URL parameter', (tenantId) => `${tenantId}&routing=x`],
    ['a line break', (tenantId) => `${tenantId}\n`],
    ['a parent folder', () => '..'],
  ])('every method rejects a tenant id that could address other tenants: %s', async (_, createHostileId) => {
    const hostile = createHostileId(tenant);
    const index = fixture.create();
    await index.upsert([exampleItem(tenant)]);
    const query = 'trains';
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
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'VAL_UUID_INVALID' } });
  });

  describe('next to other tenants with different term frequencies', () => {
    let index: KeywordIndex;
    let embedded: KeywordIndex;
    let directory: string;
    let scoredTenant: string;
    beforeAll(async () => {
      scoredTenant = newId();
      index = fixture.create();
      directory = mkdtempSync(join(tmpdir(), 'loci-keyword-index-'));
      embedded = createEmbeddedKeywordIndex({ directory, onTenantLost: () => undefined });
      const contents = Array.from({ length: 40 }, (_, i) =>
        [
          'Maria',
          i % 3 ? 'likes' : 'hates',
          i % 4 ? 'trains' : 'planes',
          i % 9 ? 'daily' : 'rarely',
          `word${i}`,
        ].join(' '),
      );
      const items = contents.map((content) => exampleItem(scoredTenant, { content }));
      // Over all tenants, "Maria" is rare and "trains" is common. In the scored tenant, every item contains "Maria".
      const otherTenants = Array.from({ length: 400 }, (_, i) =>
        exampleItem(newId(), { content: `others say trains planes${i} rarely` }),
      );
      await index.upsert([...otherTenants, ...items]);
      await embedded.upsert(items);
    });
    afterAll(async () => {
      await embedded.close();
      rmSync(directory, { recursive: true });
    });

    test.each(['Maria hates planes', 'rarely trains', 'Who hates to be daily on planes, Maria?'])(
      'returns the same hits and scores as the embedded index: %s',
      async (query) => {
        const expected = await embedded.search(scoredTenant, { query, limit: 40 });
        const hits = await index.search(scoredTenant, { query, limit: 40 });
        const scores = new Map(hits.map((hit) => [hit.id, hit.score]));
        expect([...scores.keys()].sort()).toEqual(expected.map(({ id }) => id).sort());
        for (const { id, score } of expected)
          expect(Math.abs(scores.get(id)! / score - 1)).toBeLessThan(0.01);
      },
    );
  });

  describe('requests', () => {
    let paths: string[];
    let index: KeywordIndex;
    let items: IndexedItem[];
    beforeEach(async () => {
      paths = [];
      const url = await fixture.startResponseDroppingProxy((_method, path) => {
        paths.push(path.replace(/^.*\/|\?.*$/g, ''));
        return false;
      });
      index = fixture.create({ url });
      items = [exampleItem(tenant), exampleItem(tenant), exampleItem(tenant)];
      await index.upsert(items);
      await findIds(index, 'trains');
      paths.length = 0;
    });

    test('a search sends one request if earlier searches contained its terms', async () => {
      await findIds(index, 'trains');
      expect(paths).toEqual(['_search']);
    });

    test('a search with new terms reads their document frequencies in one further request', async () => {
      await findIds(index, 'trains window seat');
      expect(paths).toEqual(['_termvectors', '_search']);
    });

    test('scoring shared terms sends two requests, and a third one for the frequencies of new terms', async () => {
      const ids = items.map(({ id }) => id);
      const query = { seeds: [{ id: ids[0]!, weight: 1 }], ids };
      expect((await index.scoreSharedTerms(tenant, query)).size).toBe(3);
      expect(paths.splice(0)).toEqual(['_mget', '_termvectors', '_search']);
      expect((await index.scoreSharedTerms(tenant, query)).size).toBe(3);
      expect(paths).toEqual(['_mget', '_search']);
    });

    test('loading results, other items of the knowledge cloud and reached items sends one request', async () => {
      const [first, second, third] = items.map(({ id }) => id) as [string, string, string];
      const results = await index.results(tenant, {
        ids: [first, second],
        cloudIds: [second, third],
        reachedIds: [third],
        filter: {},
        query: 'trains',
        neighborCount: 0,
      });
      expect(results.items.map(({ id }) => id)).toEqual([first, second]);
      expect(results.cloud_items.map(({ id }) => id)).toEqual([second, third]);
      expect(results.reached.map(({ id }) => id)).toEqual([third]);
      expect(paths).toEqual(['_mget']);
    });
  });

  test('keeps the highest revision after concurrent writes, or the removal if two revisions are equal', async () => {
    const index = fixture.create();
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
    expect(await findIds(index, 'trains')).toEqual([second.id]);
  });

  test('makes an item visible when a repeated write resolves, even if the first attempt wrote the item', async () => {
    // The refresh interval is so long that the item would not be visible without waiting for a refresh.
    const index = fixture.create({ refreshIntervalMs: 2_000 });
    const item = exampleItem(tenant);
    const first = index.upsert([item]);
    await Promise.race([first, index.upsert([item])]);
    expect(await findIds(index, 'trains')).toEqual([item.id]);
    await first;
  });

  test('stores all items except those that Elasticsearch rejects, whose ids are reported', async () => {
    const index = fixture.create();
    const items = [exampleItem(tenant), exampleItem(tenant, { chunkIndex: 2 ** 40 }), exampleItem(tenant)];
    await expect(index.upsert(items)).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
      details: { ids: [items[1]!.id] },
    });
    expect((await findIds(index, 'trains')).sort()).toEqual([items[0]!.id, items[2]!.id].sort());
  });

  describe('with an item of unusual content, tags and metadata', () => {
    let index: KeywordIndex;
    let unusualTenant: string;
    let item: IndexedItem;
    beforeAll(async () => {
      index = fixture.create();
      unusualTenant = newId();
      let nested: Record<string, unknown> = { end: '\ud800' };
      for (let depth = 0; depth < 1_500; depth++) nested = { nested };
      item = exampleItem(unusualTenant, {
        content: `needle ﷺ ⒈ ${'x'.repeat(1_000)} ${'東京'.repeat(300)} \u0000 \u2028 end`,
        tags: ['', ' ', '\ud800', 'x'.repeat(9_000), 'ünï "quoted" \\'],
        metadata: { nested, 'dotted.key': 1, 'dotted.key.x': 2, list: [1, 'two', null], big: 2 ** 60 },
      });
      await index.upsert([item]);
    });

    test('returns the item exactly as it was stored', async () => {
      expect(await index.fetch(unusualTenant, { ids: [item.id] })).toEqual([item]);
    });

    test.each(['needle', '東京', 'ﷺ', '⒈', 'x'.repeat(1_000), 'end'])(
      'finds the item by a word of its content: %s',
      async (query) => {
        const hits = await index.search(unusualTenant, { query, limit: 100 });
        expect(hits.map(({ id }) => id)).toEqual([item.id]);
      },
    );

    test.each(['', ' ', 'ünï "quoted" \\'])('finds the item by its tag "%s"', async (tag) => {
      const filter = { tags: [tag] };
      expect(await index.search(unusualTenant, { query: 'needle', filter, limit: 1 })).toHaveLength(1);
    });
  });

  test('writes and reads more items than one request or page can contain', async () => {
    const index = fixture.create({ requestTimeoutMs: 20_000 });
    const large = Array.from({ length: 4 }, () =>
      exampleItem(tenant, { content: 'large text '.repeat(90_000) }),
    );
    const many = Array.from({ length: 10_020 }, () => exampleItem(tenant, { content: 'small one' }));
    await index.upsert([...large, ...many]);
    expect(await index.count(tenant)).toBe(10_024);
    expect((await findIds(index, 'large')).sort()).toEqual(large.map(({ id }) => id).sort());
    const ids = many.map(({ id }) => id);
    const found = await findIds(index, 'small', 1_000_000);
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect(await index.revisions(tenant, { afterId: null, limit: 1_000_000 })).toHaveLength(10_024);
    expect((await index.score(tenant, { query: 'small', ids })).map(({ id }) => id)).toEqual(ids);
    expect(await index.fetch(tenant, { ids: ids.slice(0, 1_200) })).toHaveLength(1_200);
    await index.dropTenant(tenant);
    expect(await index.listTenants()).toEqual([]);
  });

  test.each([
    ['wildcards', '*a*b*c* ?????* [a-z]* (.*)+'.repeat(100)],
    ['brackets', '(('.repeat(2_000)],
    ['many words', Array.from({ length: 800 }, (_, i) => `w${i}`).join(' ')],
    ['one long word', 'a'.repeat(4_000)],
    ['many CJK bigrams', Array.from({ length: 4_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')],
    ['many combining marks', `a${'\u0301'.repeat(3_999)}`],
    ['fuzziness and boosts', 'needle~9^1e38 AND OR NOT '.repeat(100)],
    ['JSON', '{"query":{"match_all":{}}}'],
  ])('executes an expensive query with %s without an error', async (_, query) => {
    const index = fixture.create();
    const item = exampleItem(tenant, { content: 'haystack' });
    await index.upsert([item]);
    expect(await findIds(index, query)).toEqual([]);
    expect(await index.score(tenant, { query, ids: [item.id] })).toMatchObject([{ score: 0 }]);
    expect(await findIds(index, `haystack ${query}`)).toEqual([item.id]);
  });

  test('accepts filters with 5,000 values', async () => {
    const index = fixture.create();
    const item: IndexedItem = exampleItem(tenant, { tags: ['t4999'] });
    await index.upsert([item]);
    const many = Array.from({ length: 5_000 }, (_, i) => `t${i}`);
    const filter = { tags: many, memoryTypes: [...many, 'fact'], sourceTypes: [...many, 'direct_input'] };
    expect(await index.search(tenant, { query: 'trains', filter, limit: 5 })).toHaveLength(1);
  });

  test('scores items that share 20,000 rare terms', async () => {
    const index = fixture.create();
    const content = Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' ');
    const items = [content, content, 'small'].map((text) => exampleItem(tenant, { content: text }));
    await index.upsert(items);
    const ids = items.map(({ id }) => id);
    const scores = await index.scoreSharedTerms(tenant, { seeds: [{ id: ids[0]!, weight: 1 }], ids });
    expect([...scores.keys()].sort()).toEqual(ids.slice(0, 2).sort());
  });

  test('finishes running calls before it closes', async () => {
    const indexPrefix = fixture.newPrefix();
    const index = fixture.create({ indexPrefix });
    const item = exampleItem(tenant);
    const written = index.upsert([item]);
    await index.close();
    await written;
    expect(await fixture.create({ indexPrefix }).count(tenant)).toBe(1);
  });
});

describe('Elasticsearch keyword index during an outage', () => {
  test.each<[string, (proxy: FaultProxy) => Promise<void>]>([
    ['connections are refused', (proxy) => proxy.refuseConnections()],
    ['no responses arrive', (proxy) => proxy.blackhole()],
  ])('rejects every call within five seconds, but only while %s', async (_, interrupt) => {
    const proxy = await fixture.createProxy();
    const index = fixture.create({ url: proxy.url, requestTimeoutMs: 2_000 });
    const item = exampleItem(tenant);
    await index.upsert([item]);
    await interrupt(proxy);
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
    // Rejected writes may have been applied, so more items can be found.
    expect(await findIds(index, 'trains')).toContain(item.id);
    await index.upsert([item]);
  });

  test('accepts calls once a server that was unreachable at startup is reachable', async () => {
    const proxy = await fixture.createProxy();
    await proxy.refuseConnections();
    const index = fixture.create({ url: proxy.url });
    await expect(index.count(tenant)).rejects.toMatchObject(UNAVAILABLE);
    await proxy.restore();
    expect(await index.count(tenant)).toBe(0);
  });

  async function expectUnavailable(index: KeywordIndex, item: IndexedItem): Promise<void> {
    await expect(index.upsert([item])).rejects.toMatchObject(UNAVAILABLE);
    await expect(index.search(tenant, { query: 'trains', limit: 1 })).rejects.toMatchObject(UNAVAILABLE);
    await expect(index.fetch(tenant, { ids: [item.id] })).rejects.toMatchObject(UNAVAILABLE);
    await expect(index.count(tenant)).rejects.toMatchObject(UNAVAILABLE);
    await expect(index.dropTenant(tenant)).rejects.toMatchObject(UNAVAILABLE);
  }

  test('is unavailable only while no node can hold its shards', async () => {
    const indexPrefix = fixture.newPrefix();
    const generation = `${indexPrefix}-items-first`;
    await client.indices.putIndexTemplate({
      name: indexPrefix,
      index_patterns: [generation],
      template: { settings: { 'index.routing.allocation.require._name': 'nowhere' } },
    });
    const index = fixture.create({ indexPrefix, requestTimeoutMs: 2_000 });
    const item = exampleItem(tenant);
    await expectUnavailable(index, item);
    await client.indices.deleteIndexTemplate({ name: indexPrefix });
    await client.indices.putSettings({
      index: generation,
      settings: { 'index.routing.allocation.require._name': null },
    });
    await client.cluster.health({ index: generation, wait_for_status: 'green', timeout: '20s' });
    await index.upsert([item]);
    expect(await findIds(index, 'trains')).toEqual([item.id]);
  });

  test('is unavailable only while the Elasticsearch index is closed', async () => {
    const indexPrefix = fixture.newPrefix();
    const generation = `${indexPrefix}-items-first`;
    const index = fixture.create({ indexPrefix, requestTimeoutMs: 2_000 });
    const item = exampleItem(tenant);
    await index.upsert([item]);
    await client.indices.close({ index: generation });
    await expectUnavailable(index, item);
    await client.indices.open({ index: generation });
    await client.cluster.health({ index: generation, wait_for_status: 'green', timeout: '20s' });
    expect(await findIds(index, 'trains')).toEqual([item.id]);
  });
});
