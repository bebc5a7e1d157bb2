import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { IndexedItem } from '../items/indexed-item.ts';
import { describeItemIndexContract, exampleItem } from '../items/item-index.contract.ts';
import type { KeywordIndex } from './keyword-index.ts';

export interface KeywordIndexContract {
  /** An empty index, apart from all others. */
  create(): Promise<KeywordIndex>;
  /** Makes writes visible, where that takes time. */
  settle?: () => Promise<void>;
}

/** What every keyword index promises. Of scores only order and sign: engines compute them differently. */
export function describeKeywordIndexContract({
  create,
  settle = async () => {},
}: KeywordIndexContract): void {
  describeItemIndexContract({
    name: 'KeywordIndex',
    settle,
    create: async () => {
      const index = await create();
      return {
        upsert: (items) => index.upsert(items),
        remove: (tenantId, entries) => index.remove(tenantId, entries),
        findAll: async (tenantId, filter, limit) =>
          (await index.search(tenantId, { query: 'trains', filter, limit })).map(({ id }) => id),
        lookUp: async (tenantId, ids) => {
          const known = (await index.fetch(tenantId, { ids })).map(({ id }) => id);
          expect((await index.score(tenantId, { query: 'trains', ids })).map(({ id }) => id)).toEqual(known);
          expect([...(await index.highlight(tenantId, { query: 'trains', ids })).keys()]).toEqual(known);
          return known;
        },
        revisions: (tenantId, page) => index.revisions(tenantId, page),
        count: (tenantId) => index.count(tenantId),
        dropTenant: (tenantId) => index.dropTenant(tenantId),
        listTenants: () => index.listTenants(),
        rebuild: (fill) => index.rebuild(fill),
        close: () => index.close(),
      };
    },
  });

  describe('KeywordIndex: words', () => {
    let index: KeywordIndex;
    let tenant: string;
    beforeAll(async () => {
      index = await create();
    });
    beforeEach(() => {
      tenant = newId();
    });
    afterAll(() => index.close());

    async function store(...contents: string[]): Promise<IndexedItem[]> {
      const items = contents.map((content) => exampleItem(tenant, { content }));
      await index.upsert(items);
      await settle();
      return items;
    }

    async function find(query: string, limit = 100): Promise<string[]> {
      const hits = await index.search(tenant, { query, limit });
      for (const { score } of hits) expect(score).toBeGreaterThan(0);
      const items = await index.fetch(tenant, { ids: hits.map(({ id }) => id) });
      return items.map(({ content }) => content);
    }

    test('any word may match; more and rarer ones come first', async () => {
      await store('red apple', 'green apple', 'red pear and rare quince', 'blue sky');
      expect(await find('red apple')).toEqual(['red apple', expect.any(String), expect.any(String)]);
      expect((await find('apple quince'))[0]).toBe('red pear and rare quince');
      expect(await find('nothing here')).toEqual([]);
    });

    test('the score falls along the hits', async () => {
      await store(...Array.from({ length: 30 }, (_, i) => `apple ${'filler '.repeat(i)}`));
      const hits = await index.search(tenant, { query: 'apple', limit: 30 });
      expect(hits).toHaveLength(30);
      for (let i = 1; i < hits.length; i++) expect(hits[i - 1]!.score).toBeGreaterThanOrEqual(hits[i]!.score);
    });

    test('a word that every item has still finds them', async () => {
      await store('apple one', 'apple two', 'apple three');
      expect(await find('apple')).toHaveLength(3);
    });

    test('case, inflection and diacritics do not matter', async () => {
      await store('The CONNECTIONS were lost', 'Un café à Besançon', 'Über den Wolken');
      expect(await find('connected')).toEqual(['The CONNECTIONS were lost']);
      expect(await find('cafe besancon')).toEqual(['Un café à Besançon']);
      expect(await find('uber')).toEqual(['Über den Wolken']);
    });

    test('stop words do not count beside others, but are looked for when there is nothing else', async () => {
      await store('to be or not to be', 'the invoice');
      expect(await find('what is the invoice')).toEqual(['the invoice']);
      expect(await find('to be')).toEqual(['to be or not to be']);
    });

    test('text without spaces is found by its words', async () => {
      await store(
        '東京は日本の首都です',
        '我昨天在北京吃了烤鸭',
        '猫が好き',
        '서울에서 만났다',
        'ฉันชอบกินข้าวผัด',
        '𠮷野家で昼食',
      );
      expect(await find('日本')).toEqual(['東京は日本の首都です']);
      expect(await find('北京烤鸭')).toEqual(['我昨天在北京吃了烤鸭']);
      expect(await find('猫')).toEqual(['猫が好き']);
      expect(await find('서울')).toEqual(['서울에서 만났다']);
      expect(await find('ข้าวผัด')).toEqual(['ฉันชอบกินข้าวผัด']);
      expect(await find('𠮷野')).toEqual(['𠮷野家で昼食']);
      expect(await find('ﾈｺ')).toEqual([]);
    });

    test('other scripts are found by their words', async () => {
      await store('Привет, мир!', 'مرحبا بالعالم', 'नमस्ते दुनिया', 'Καλημέρα κόσμε');
      expect(await find('МИР')).toEqual(['Привет, мир!']);
      expect(await find('بالعالم')).toEqual(['مرحبا بالعالم']);
      expect(await find('दुनिया')).toEqual(['नमस्ते दुनिया']);
      expect(await find('κοσμε')).toEqual(['Καλημέρα κόσμε']);
    });

    test.each([
      'needle" OR "x',
      '"needle',
      'needle*',
      'NEAR(needle, 5)',
      '{content}: needle',
      'content:needle',
      '^needle',
      '-needle',
      'NOT needle',
      '(needle',
      "needle'; DROP TABLE items; --",
      'needle \u0000 \ud800',
      '+needle~2 [a TO b] \\ / ?',
    ])('operators are plain text: %s', async (query) => {
      await store('the needle', 'unrelated words');
      expect(await find(query)).toEqual(['the needle']);
    });

    test.each(['', '   ', '***', '"" () {} ^', '🚀'])(
      'a query without words finds nothing: "%s"',
      async (query) => {
        const [item] = await store('some text');
        expect(await find(query)).toEqual([]);
        expect(await index.score(tenant, { query, ids: [item!.id] })).toMatchObject([{ score: 0 }]);
      },
    );

    test('a prefix is not a word, and a wildcard is none', async () => {
      await store('needlework');
      expect(await find('need*')).toEqual([]);
    });

    test('a query of 4,000 characters is taken', async () => {
      await store('needle in a haystack');
      const words = Array.from({ length: 600 }, (_, i) => `w${i}`).join(' ');
      expect(await find(`needle ${words}`.slice(0, 4000))).toEqual(['needle in a haystack']);
      expect(await find('('.repeat(4000))).toEqual([]);
      expect(await find('a* '.repeat(1333))).toEqual(['needle in a haystack']);
    });

    test('changed words are found, former ones not', async () => {
      const [item] = await store('former words', 'others');
      await index.upsert([{ ...item!, revision: 2, content: 'present text' }]);
      await settle();
      expect(await find('former')).toEqual([]);
      expect(await find('present')).toEqual(['present text']);
    });

    test('scores of given items are those of the search', async () => {
      const items = await store('apple pie', 'apple', 'pear', 'apple and apple');
      const hits = await index.search(tenant, { query: 'apple', limit: 10 });
      const scores = await index.score(tenant, {
        query: 'apple',
        ids: items.map(({ id }) => id).toReversed(),
      });
      const none = {
        id: items[2]!.id,
        score: 0,
        importance: expect.any(Number),
        createdAtMs: expect.any(Number),
        inConversation: false,
      };
      expect(scores).toEqual(items.toReversed().map(({ id }) => hits.find((hit) => hit.id === id) ?? none));
    });

    test('an item comes back as it was stored, as a copy', async () => {
      const item = exampleItem(tenant, {
        content: 'Grüße\n"quoted" \\ 😀',
        tags: ['a', 'ü'],
        metadata: { nested: { list: [1, null, 'x'] } },
        conversationId: 'session 1',
      });
      await index.upsert([item]);
      await settle();
      expect(await index.fetch(tenant, { ids: [item.id] })).toEqual([item]);
      expect((await index.fetch(tenant, { ids: [item.id] }))[0]).not.toBe(item);
    });

    test('hits, scores and items hold to the filter, scores and items to the order of the ids', async () => {
      const items = [
        exampleItem(tenant, { memoryType: 'task', importance: 0.1, conversationId: 'c' }),
        exampleItem(tenant, {
          memoryType: null,
          importance: null,
          confidence: null,
          sourceType: 'document_upload',
        }),
        exampleItem(tenant, { memoryType: 'fact', importance: 0.7, createdAt: '2026-01-01T00:00:00.123Z' }),
      ];
      await index.upsert(items);
      await settle();
      const ids = items.map(({ id }) => id).toReversed();
      expect((await index.fetch(tenant, { ids })).map(({ id }) => id)).toEqual(ids);
      const described = items.toReversed().map(({ id, importance, createdAt, conversationId }) => ({
        id,
        score: expect.any(Number),
        importance,
        createdAtMs: Date.parse(createdAt),
        inConversation: conversationId !== null,
      }));
      const query = 'trains';
      expect(await index.score(tenant, { query, ids })).toEqual(described);
      const hits = await index.search(tenant, { query, limit: 5 });
      expect(hits).toHaveLength(3);
      expect(hits).toEqual(expect.arrayContaining(described));
      const filter = { minImportance: 0.7 };
      expect((await index.fetch(tenant, { ids, filter })).map(({ id }) => id)).toEqual([items[2]!.id]);
      expect((await index.score(tenant, { query, ids, filter })).map(({ id }) => id)).toEqual([items[2]!.id]);
    });

    test('chunks of a document come by their place', async () => {
      const documentId = newId();
      const chunk = (chunkIndex: number, document = documentId): IndexedItem =>
        exampleItem(tenant, {
          documentId: document,
          chunkIndex,
          totalChunks: 9,
          sourceType: 'document_upload',
        });
      await index.upsert([
        ...[7, 3, 4, 5, 0, 6].map((place) => chunk(place)),
        chunk(4, newId()),
        exampleItem(tenant),
      ]);
      await settle();
      const places = async (...ranges: [number, number][]): Promise<(number | null)[]> => {
        const items = await index.chunks(
          tenant,
          ranges.map(([first, last]) => ({ documentId, first, last })),
        );
        return items.map(({ chunkIndex }) => chunkIndex);
      };
      expect(await places([3, 5])).toEqual([3, 4, 5]);
      expect(await places([5, 7], [-2, 0], [4, 6])).toEqual([0, 4, 5, 6, 7]);
      expect(await places([1, 2])).toEqual([]);
      expect(await places()).toEqual([]);
      expect(await index.chunks(tenant, [{ documentId: newId(), first: 0, last: 9 }])).toEqual([]);
      expect(await index.chunks(newId(), [{ documentId, first: 0, last: 9 }])).toEqual([]);
    });

    test('a highlight marks the hits, a snippet shows them', async () => {
      const [short, none, long] = await store(
        'Maria prefers <window> seats',
        'nothing of it',
        `${'before '.repeat(200)}one seat ${'after '.repeat(200)}`,
      );
      const passages = await index.highlight(tenant, {
        query: 'window seat',
        ids: [short!.id, none!.id, long!.id, newId()],
      });
      expect([...passages.keys()].sort()).toEqual([short!.id, none!.id, long!.id].sort());
      expect(passages.get(short!.id)).toEqual({
        highlight: 'Maria prefers &lt;<mark>window</mark>&gt; <mark>seats</mark>',
        snippet: 'Maria prefers <window> seats',
      });
      expect(passages.get(none!.id)).toEqual({ highlight: null, snippet: 'nothing of it' });
      expect(passages.get(long!.id)!.highlight).toContain('<mark>seat</mark>');
      expect(passages.get(long!.id)!.text.length).toBeLessThan(260);
      expect(passages.get(long!.id)!.text).toContain('one seat after');
    });

    test('after close fetch, chunks, score and highlight are refused as well', async () => {
      const closed = await create();
      await closed.close();
      const refused = { code: 'SYS_SERVICE_UNAVAILABLE' };
      await expect(closed.fetch(tenant, { ids: [] })).rejects.toMatchObject(refused);
      await expect(closed.chunks(tenant, [])).rejects.toMatchObject(refused);
      await expect(closed.score(tenant, { query: 'a', ids: [] })).rejects.toMatchObject(refused);
      await expect(closed.highlight(tenant, { query: 'a', ids: [] })).rejects.toMatchObject(refused);
    });
  });
}
