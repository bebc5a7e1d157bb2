// cspell:ignore hauser haus stadt verkauft
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { IndexedItem } from '../items/indexed-item.ts';
import { describeItemIndexContract, exampleItem } from '../items/item-index.contract.ts';
import { composeResults } from './compose-results.ts';
import { INFLECTION_EXAMPLES, LANGUAGE_EXAMPLES } from './text-analysis/language-examples.fixture.ts';
import type { ChunkRange, KeywordIndex, SecondHopQuery, Snippet } from './keyword-index.ts';

export interface KeywordIndexContract {
  /** Creates an empty index that shares no data with other indexes. */
  create(): Promise<KeywordIndex>;
  /** Waits until writes are visible. */
  settle?: () => Promise<void>;
}

/**
 * Defines the contract tests that every keyword index must pass. They check only the order and sign of
 * scores, because engines differ.
 */
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
        deleteTombstones: (tenantId, entries) => index.deleteTombstones(tenantId, entries),
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

  describe('KeywordIndex', () => {
    let index: KeywordIndex;
    let tenant: string;
    beforeAll(async () => {
      index = await create();
    });
    beforeEach(() => {
      tenant = newId();
    });
    afterAll(() => index.close());

    async function storeItems(...items: IndexedItem[]): Promise<IndexedItem[]> {
      await index.upsert(items);
      await settle();
      return items;
    }

    const store = (...contents: string[]): Promise<IndexedItem[]> =>
      storeItems(...contents.map((content) => exampleItem(tenant, { content })));

    async function find(query: string, limit = 100): Promise<string[]> {
      const hits = await index.search(tenant, { query, limit });
      for (const { score } of hits) expect(score).toBeGreaterThan(0);
      const items = await index.fetch(tenant, { ids: hits.map(({ id }) => id) });
      return items.map(({ content }) => content);
    }

    describe('search', () => {
      test('finds items with any word of the query and ranks items with more words of the query first', async () => {
        await store('red apple', 'green apple', 'red pear and rare quince', 'blue sky');
        expect(await find('red apple')).toEqual(['red apple', expect.any(String), expect.any(String)]);
      });

      test('ranks items with a rare word of the query before items with a common word', async () => {
        await store('red apple', 'green apple', 'red pear and rare quince', 'blue sky');
        expect((await find('apple quince'))[0]).toBe('red pear and rare quince');
      });

      test('finds nothing if no item contains a word of the query', async () => {
        await store('red apple', 'green apple');
        expect(await find('nothing here')).toEqual([]);
      });

      test('finds texts by a word in another form in the same language', async () => {
        await store(...INFLECTION_EXAMPLES.map(([, , text]) => text), 'The house, the book and the horse.');
        for (const [language, , text, query] of INFLECTION_EXAMPLES)
          expect([language, await find(query)]).toEqual([language, [text]]);
      });

      test('finds sentences in nine languages by questions', async () => {
        await store(...LANGUAGE_EXAMPLES.map(([, , text]) => text), 'The meeting is on Thursday.');
        for (const [language, , text, query] of LANGUAGE_EXAMPLES)
          expect([language, (await find(query))[0]]).toEqual([language, text]);
      });

      test('finds a German text by another form of a single word without evidence of the language', async () => {
        await store('Wir haben die Häuser in der Stadt verkauft.', 'Das Haus am See ist klein.');
        expect(await find('Hauser')).toEqual(['Wir haben die Häuser in der Stadt verkauft.']);
      });

      test('returns hits by descending score', async () => {
        await store(...Array.from({ length: 30 }, (_, i) => `apple ${'filler '.repeat(i)}`));
        const hits = await index.search(tenant, { query: 'apple', limit: 30 });
        expect(hits).toHaveLength(30);
        for (let i = 1; i < hits.length; i++)
          expect(hits[i - 1]!.score).toBeGreaterThanOrEqual(hits[i]!.score);
      });

      test('finds items by a word that every item contains', async () => {
        await store('apple one', 'apple two', 'apple three');
        expect(await find('apple')).toHaveLength(3);
      });

      test.each([
        ['case and inflection', 'connected', 'The CONNECTIONS were lost'],
        ['French diacritics', 'cafe besancon', 'Un café à Besançon'],
        ['German umlauts', 'uber', 'Über den Wolken'],
      ])('ignores %s', async (_, query, content) => {
        await store('The CONNECTIONS were lost', 'Un café à Besançon', 'Über den Wolken');
        expect(await find(query)).toEqual([content]);
      });

      test('ignores stop words if the query has other words', async () => {
        await store('to be or not to be', 'the invoice');
        expect(await find('what is the invoice')).toEqual(['the invoice']);
      });

      test('matches stop words if the query has no other words', async () => {
        await store('to be or not to be', 'the invoice');
        expect(await find('to be')).toEqual(['to be or not to be']);
      });

      test.each([
        ['日本', ['東京は日本の首都です']],
        ['北京烤鸭', ['我昨天在北京吃了烤鸭']],
        ['猫', ['猫が好き']],
        ['서울', ['서울에서 만났다']],
        ['ข้าวผัด', ['ฉันชอบกินข้าวผัด']],
        ['𠮷野', ['𠮷野家で昼食']],
        ['ﾈｺ', []],
      ])('matches words in scripts without spaces for the query %s', async (query, expected) => {
        await store(
          '東京は日本の首都です',
          '我昨天在北京吃了烤鸭',
          '猫が好き',
          '서울에서 만났다',
          'ฉันชอบกินข้าวผัด',
          '𠮷野家で昼食',
        );
        expect(await find(query)).toEqual(expected);
      });

      test.each([
        ['МИР', 'Привет, мир!'],
        ['بالعالم', 'مرحبا بالعالم'],
        ['दुनिया', 'नमस्ते दुनिया'],
        ['κοσμε', 'Καλημέρα κόσμε'],
      ])('finds the non-Latin word %s, ignoring case and diacritics', async (query, expected) => {
        await store('Привет, мир!', 'مرحبا بالعالم', 'नमस्ते दुनिया', 'Καλημέρα κόσμε');
        expect(await find(query)).toEqual([expected]);
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
      ])('treats query operators as plain text: %s', async (query) => {
        await store('the needle', 'unrelated words');
        expect(await find(query)).toEqual(['the needle']);
      });

      test.each(['', '   ', '***', '"" () {} ^', '🚀'])(
        'finds nothing for the query "%s", which has no words',
        async (query) => {
          const [item] = await store('some text');
          expect(await find(query)).toEqual([]);
          expect(await index.score(tenant, { query, ids: [item!.id] })).toMatchObject([{ score: 0 }]);
        },
      );

      test('does not match a prefix of a word, even with a wildcard', async () => {
        await store('needlework');
        expect(await find('need*')).toEqual([]);
      });

      test.each([
        ['words', `needle ${Array.from({ length: 600 }, (_, i) => `w${i}`).join(' ')}`.slice(0, 4000), 1],
        ['brackets', '('.repeat(4000), 0],
        ['wildcards', 'a* '.repeat(1333), 1],
      ])('accepts a query of 4,000 characters with %s', async (_, query, hits) => {
        await store('needle in a haystack');
        expect(await find(query)).toHaveLength(hits);
      });

      test('finds an updated item by its new words', async () => {
        const [item] = await store('former words', 'others');
        await storeItems({ ...item!, revision: 2, content: 'present text' });
        expect(await find('present')).toEqual(['present text']);
      });

      test('does not find an updated item by its former words', async () => {
        const [item] = await store('former words', 'others');
        await storeItems({ ...item!, revision: 2, content: 'present text' });
        expect(await find('former')).toEqual([]);
      });
    });

    describe('score', () => {
      test('returns the score of the search for each item, and 0 for items that do not match', async () => {
        const items = await store('apple pie', 'apple', 'pear', 'apple and apple');
        const hits = await index.search(tenant, { query: 'apple', limit: 10 });
        const scores = await index.score(tenant, {
          query: 'apple',
          ids: items.map(({ id }) => id).toReversed(),
        });
        const noMatch = {
          id: items[2]!.id,
          score: 0,
          importance: expect.any(Number),
          createdAtMs: expect.any(Number),
          words: expect.any(Number),
          traits: expect.any(Number),
          inConversation: false,
        };
        expect(scores).toEqual(
          items.toReversed().map(({ id }) => hits.find((hit) => hit.id === id) ?? noMatch),
        );
      });
    });

    describe('explain', () => {
      test('returns the matched terms of each matching item, with weights that add up to its score', async () => {
        const items = await store(
          'Green tea and more green tea',
          'Black coffee',
          'Tea drinking, a green guide to drinks',
          'An unrelated text about trains and other vehicles',
          '日本語の本',
          ...Array.from({ length: 5 }, (_, i) => `Filler ${i}`),
        );
        const query = 'What green teas does she drink? 日本';
        const ids = items.map(({ id }) => id);
        const scores = await index.score(tenant, { query, ids });
        const explained = await index.explain(tenant, { query, ids: [...ids, newId()] });
        for (const { id, score } of scores) {
          const terms = explained.get(id) ?? [];
          const sum = terms.reduce((total, { weight }) => total + weight, 0);
          expect(Math.abs(sum - score)).toBeLessThanOrEqual(1e-5 * score);
        }
        const found = ids.map((id) => explained.get(id)?.map(({ term, frequency }) => [term, frequency]));
        expect(found.slice(0, 5)).toEqual([
          [
            ['green', 2],
            ['tea', 2],
          ],
          undefined,
          [
            ['green', 1],
            ['tea', 1],
            ['drink', 2],
          ],
          undefined,
          [['日本', 1]],
        ]);
        expect(explained.size).toBe(3);
      });

      test('idfs returns the idf of each term of the query, also of unknown terms', async () => {
        const items = await store('tea ritual', 'tea', 'coffee', 'a', 'b', 'c');
        const query = 'tea ritual zebra';
        const idfs = await index.idfs(tenant, query);
        const explained = await index.explain(tenant, { query, ids: items.map(({ id }) => id) });
        const parts = [...explained.values()].flat();
        expect(parts.length).toBeGreaterThan(1);
        for (const { term, idf } of parts) expect(idfs.get(term)).toBeCloseTo(idf, 5);
        expect(idfs.size).toBe(3);
        expect(Math.max(...idfs.values())).toBe(idfs.get('zebra'));
      });

      describe('secondHop', () => {
        const query = 'When was the director of Night Harbor born?';
        const best = 'Night Harbor was directed by Mira Quill and Ada Byron in May 1999';
        const hop = async (contents: readonly string[], part: { query?: string; ids?: string[] } = {}) => {
          const items = await store(best, ...contents, 'Night', 'Harbor');
          const ids = items.map(({ id }) => id.toUpperCase());
          const found = await index.secondHop(tenant, { query, bestId: ids[0]!, ids, ...part });
          return found.map((id) => items.find((item) => item.id === id)!.content);
        };

        test('returns the items that name a rare entity of the best item and contain a word that it lacks', async () => {
          const found = await hop([
            'Mira Quill was born in 1961',
            'Mira Pond was born in 1962',
            'We met Quill',
            'Ada Byron likes tea',
            'Ada Byron was born in 1815',
            'Petra was born in 1970',
          ]);
          expect(found.sort()).toEqual(['Ada Byron was born in 1815', 'Mira Quill was born in 1961']);
        });

        test('connects a name with longer forms of it, and not with shorter ones', async () => {
          expect(await hop(['He met the old Byron, who was born in Porto'])).toEqual([]);
          const [first, second] = await store(
            'Quincy wrote Stone Garden',
            'It is said that Mara Quincy was born in Porto',
          );
          expect(
            await index.secondHop(tenant, {
              query: 'Where was the author of Stone Garden born?',
              bestId: first!.id,
              ids: [second!.id],
            }),
          ).toEqual([second!.id]);
        });

        test('connects dates of the same month, and no words in lower case', async () => {
          const found = await hop([
            'The producer was born on 3 May 1999',
            'Born in May 2003, and a film since June 1999',
            'a quill and a mira were born',
          ]);
          expect(found).toEqual(['The producer was born on 3 May 1999']);
        });

        test('follows a word that begins a sentence only if another item names it within one', async () => {
          const [opal, ofOpal, ruby, ofRuby] = await store(
            'Opal wrote Stone Garden',
            'Opal was born in Porto',
            'Ruby wrote Paper Garden',
            'Ruby was born in Lagos',
            'We met Opal',
          );
          const follow = (bestId: string) =>
            index.secondHop(tenant, {
              query: 'Where was the author of the garden born?',
              bestId,
              ids: [ofOpal!.id, ofRuby!.id],
            });
          expect(await follow(opal!.id)).toEqual([ofOpal!.id]);
          expect(await follow(ruby!.id)).toEqual([]);
        });

        test('returns only items of the given ids and of the tenant', async () => {
          const [first, answer] = await store(best, 'Mira Quill was born in 1961', 'night', 'harbor');
          const ask = (part: Partial<SecondHopQuery>, of = tenant) =>
            index.secondHop(of, { query, bestId: first!.id, ids: [answer!.id], ...part });
          expect(await ask({})).toEqual([answer!.id]);
          expect(await ask({ ids: [first!.id] })).toEqual([]);
          expect(await ask({ ids: [] })).toEqual([]);
          expect(await ask({ bestId: newId() })).toEqual([]);
          expect(await ask({ query: 'Night Harbor' })).toEqual([]);
          expect(await ask({}, newId())).toEqual([]);
        });
      });

      test('returns a higher idf for a rarer term', async () => {
        const [item] = await store('tea ritual', 'tea', 'tea', 'coffee', 'a', 'b', 'c', 'd');
        const explained = await index.explain(tenant, { query: 'tea ritual', ids: [item!.id] });
        const [tea, ritual] = explained.get(item!.id)!;
        expect(ritual!.idf).toBeGreaterThan(tea!.idf);
        expect(tea!.idf).toBeGreaterThan(0);
      });

      test('returns nothing for a query without words and for items of another tenant', async () => {
        const [item] = await store('tea');
        expect((await index.explain(tenant, { query: '!?', ids: [item!.id] })).size).toBe(0);
        expect((await index.explain(newId(), { query: 'tea', ids: [item!.id] })).size).toBe(0);
      });
    });

    describe('scoreSharedTerms', () => {
      const notes = Array.from({ length: 25 }, (_, i) => `the note w${i} common`);
      /** The inverse document frequency of a term that 2 of 30 items contain. */
      const idf = Math.log(28.5 / 2.5);
      let items: IndexedItem[];
      let ids: string[];
      const scoresOf = async (...seeds: [item: number, weight: number][]) => {
        const query = { seeds: seeds.map(([item, weight]) => ({ id: ids[item]!, weight })), ids };
        const scores = await index.scoreSharedTerms(tenant, query);
        return new Map(Array.from(scores, ([id, score]) => [ids.indexOf(id), score]));
      };
      beforeEach(async () => {
        const texts = [
          'The violin of Mára himself',
          'Mara lives in Lisbon',
          'himself, the tram in LISBON',
          'the violins, common',
        ];
        items = await store(...texts, 'Überlingen', ...notes);
        ids = items.map(({ id }) => id);
      });

      test('scores items by the rare terms that they share, without stop words, frequent terms and terms of one item', async () => {
        const scores = await scoresOf([0, 1]);
        expect([...scores.keys()].sort()).toEqual([0, 1, 3]);
        // The weight of the seed is divided among "violin" and "mara".
        const ofOneTerm = (idf / (2 * idf)) * (idf / Math.log(4));
        expect(scores.get(1)).toBeCloseTo(ofOneTerm, 5);
        expect(scores.get(3)).toBeCloseTo(ofOneTerm, 5);
        expect(scores.get(0)).toBeCloseTo(2 * ofOneTerm, 5);
      });

      test('adds the scores of all seeds, in proportion to their weights', async () => {
        const scores = await scoresOf([0, 1], [2, 0.5]);
        expect(scores.get(3)).toBeCloseTo(idf / 2 / Math.log(4), 5);
        expect(scores.get(1)).toBeCloseTo(idf / 2 / Math.log(4) + (0.5 * idf) / Math.log(4), 5);
      });

      test('returns nothing for a seed without rare terms and without seeds', async () => {
        expect(await scoresOf([4, 1], [5, 1])).toEqual(new Map());
        expect(await scoresOf()).toEqual(new Map());
      });

      test('scores only the given items, with ids in any case, and ignores unknown ids', async () => {
        const seeds = [newId(), 'unknown', ids[0]!.toUpperCase()].map((id) => ({ id, weight: 1 }));
        const query = { seeds, ids: [ids[2]!, newId(), 'unknown', ids[1]!.toUpperCase()] };
        expect([...(await index.scoreSharedTerms(tenant, query)).keys()]).toEqual([ids[1]]);
      });

      test('returns nothing for items of another tenant', async () => {
        const query = { seeds: [{ id: ids[0]!, weight: 1 }], ids };
        expect((await index.scoreSharedTerms(newId(), query)).size).toBe(0);
      });

      test('compares the current terms of an updated seed', async () => {
        await storeItems({ ...items[0]!, revision: 2, content: 'Lisbon' });
        expect([...(await scoresOf([0, 1])).keys()].sort()).toEqual([0, 1, 2]);
      });
    });

    describe('fetch', () => {
      test('returns an item exactly as it was stored', async () => {
        const item = exampleItem(tenant, {
          content: 'Grüße\n"quoted" \\ 😀',
          tags: ['a', 'ü'],
          metadata: { nested: { list: [1, null, 'x'] } },
          conversationId: 'session 1',
        });
        await storeItems(item);
        expect(await index.fetch(tenant, { ids: [item.id] })).toEqual([item]);
      });

      test('returns a copy of the item', async () => {
        const [item] = await store('content');
        expect((await index.fetch(tenant, { ids: [item!.id] }))[0]).not.toBe(item);
      });
    });

    describe('with items of different types', () => {
      const query = 'trains';
      const filter = { minImportance: 0.7 };
      let items: IndexedItem[];
      let ids: string[];
      let expectedHits: unknown[];
      beforeEach(async () => {
        items = await storeItems(
          exampleItem(tenant, { memoryType: 'task', importance: 0.1, conversationId: 'c' }),
          exampleItem(tenant, {
            memoryType: null,
            importance: null,
            confidence: null,
            sourceType: 'document_upload',
          }),
          exampleItem(tenant, { memoryType: 'fact', importance: 0.7, createdAt: '2026-01-01T00:00:00.123Z' }),
        );
        ids = items.map(({ id }) => id).toReversed();
        expectedHits = items.toReversed().map(({ id, importance, createdAt, conversationId }) => ({
          id,
          score: expect.any(Number),
          importance,
          createdAtMs: Date.parse(createdAt),
          words: expect.any(Number),
          traits: expect.any(Number),
          inConversation: conversationId !== null,
        }));
      });

      test('search returns the fields that ranking needs', async () => {
        const hits = await index.search(tenant, { query, limit: 5 });
        expect(hits).toHaveLength(3);
        expect(hits).toEqual(expect.arrayContaining(expectedHits));
      });

      test('score returns items in the order of the ids', async () => {
        expect(await index.score(tenant, { query, ids })).toEqual(expectedHits);
      });

      test('score omits items that do not pass the filter', async () => {
        const scores = await index.score(tenant, { query, ids, filter });
        expect(scores.map(({ id }) => id)).toEqual([items[2]!.id]);
      });

      test('fetch returns items in the order of the ids', async () => {
        expect((await index.fetch(tenant, { ids })).map(({ id }) => id)).toEqual(ids);
      });

      test('fetch omits items that do not pass the filter', async () => {
        const fetched = await index.fetch(tenant, { ids, filter });
        expect(fetched.map(({ id }) => id)).toEqual([items[2]!.id]);
      });
    });

    describe('chunks', () => {
      let documentId: string;
      beforeEach(async () => {
        documentId = newId();
        const chunk = (chunkIndex: number, document = documentId): IndexedItem =>
          exampleItem(tenant, {
            documentId: document,
            chunkIndex,
            totalChunks: 9,
            sourceType: 'document_upload',
          });
        await storeItems(
          ...[7, 3, 4, 5, 0, 6].map((position) => chunk(position)),
          chunk(4, newId()),
          exampleItem(tenant),
        );
      });

      test.each<[string, [number, number][], number[]]>([
        ['the chunks of a range by position', [[3, 5]], [3, 4, 5]],
        [
          'the chunks of overlapping ranges once',
          [
            [5, 7],
            [-2, 0],
            [4, 6],
          ],
          [0, 4, 5, 6, 7],
        ],
        ['nothing for a range without chunks', [[1, 2]], []],
        ['nothing without ranges', [], []],
      ])('returns %s', async (_, ranges, expected) => {
        const chunks = await index.chunks(
          tenant,
          ranges.map(([first, last]): ChunkRange => ({ documentId, first, last })),
        );
        expect(chunks.map(({ chunkIndex }) => chunkIndex)).toEqual(expected);
      });

      test('returns nothing for an unknown document', async () => {
        expect(await index.chunks(tenant, [{ documentId: newId(), first: 0, last: 9 }])).toEqual([]);
      });

      test('returns nothing for a document of another tenant', async () => {
        expect(await index.chunks(newId(), [{ documentId, first: 0, last: 9 }])).toEqual([]);
      });
    });

    describe('highlight', () => {
      let short: IndexedItem;
      let unrelated: IndexedItem;
      let long: IndexedItem;
      let snippets: Map<string, Snippet>;
      beforeEach(async () => {
        [short, unrelated, long] = (await store(
          'Maria prefers <window> seats',
          'nothing of it',
          `${'before '.repeat(200)}one seat ${'after '.repeat(200)}`,
        )) as [IndexedItem, IndexedItem, IndexedItem];
        const ids = [short.id, unrelated.id, long.id, newId()];
        snippets = await index.highlight(tenant, { query: 'window seat', ids });
      });

      test('returns a snippet for each known item', () => {
        expect([...snippets.keys()].sort()).toEqual([short.id, unrelated.id, long.id].sort());
      });

      test('marks matches in text whose HTML is escaped', () => {
        expect(snippets.get(short.id)).toEqual({
          highlight: 'Maria prefers &lt;<mark>window</mark>&gt; <mark>seats</mark>',
          text: 'Maria prefers <window> seats',
          coverage: 1,
        });
      });

      test('returns no highlight for an item that does not match', () => {
        expect(snippets.get(unrelated.id)).toEqual({
          highlight: null,
          text: 'nothing of it',
          coverage: 0,
        });
      });

      test('shortens a long text to the part around the first match', () => {
        const { text, highlight, coverage } = snippets.get(long.id)!;
        expect(coverage).toBe(0.5);
        expect(highlight).toContain('<mark>seat</mark>');
        expect(text.length).toBeLessThan(260);
        expect(text).toContain('one seat after');
      });
    });

    describe('results', () => {
      test('returns the same items as fetch, highlight and chunks', async () => {
        const documentId = newId();
        const chunks = ['Tea leaves.', 'Tea pots.', 'Green tea.', 'Cups.'].map((content, i) =>
          exampleItem(tenant, {
            content,
            documentId,
            chunkIndex: i,
            totalChunks: 4,
            memoryType: null,
            importance: null,
            confidence: null,
            metadata: { start_char: i * 20, end_char: i * 20 + content.length },
          }),
        );
        const memories = [
          exampleItem(tenant, { content: `${'Long text. '.repeat(40)}<b>tea</b>`, tags: ['a', 'b'] }),
          exampleItem(tenant, { content: `${'No match. '.repeat(40)}😀` }),
        ];
        await index.upsert([...chunks, ...memories]);
        await settle();
        const ids = [memories[1]!.id, chunks[1]!.id, newId(), memories[0]!.id];
        const cloudIds = [chunks[3]!.id, newId(), memories[0]!.id];
        const reachedIds = [memories[0]!.id, chunks[3]!.id, newId(), memories[1]!.id];
        const filter = { tags: ['a'] };
        for (const query of ['tea', null]) {
          for (const neighborCount of [0, 1]) {
            const request = { ids, cloudIds, reachedIds, filter, query, neighborCount };
            const results = await index.results(tenant, request);
            expect(results).toEqual(await composeResults(index, tenant, request));
            expect(results.items.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[3]]);
            expect(results.items[1]!.content_with_context).toBe(
              neighborCount === 0 ? null : 'Tea leaves.\nTea pots.\nGreen tea.',
            );
            expect(results.items[2]!.highlight).toEqual(
              query === null ? null : expect.stringContaining('<mark>tea</mark>'),
            );
            expect(results.cloud_items.map(({ id }) => id)).toEqual([cloudIds[0], cloudIds[2]]);
            expect(results.reached.map(({ id }) => id)).toEqual([memories[0]!.id]);
          }
        }
      });

      test('returns nothing for items of another tenant', async () => {
        const item = exampleItem(tenant);
        await index.upsert([item]);
        await settle();
        const [ids, cloudIds, reachedIds] = [[item.id], [item.id], [item.id]];
        const request = { ids, cloudIds, reachedIds, filter: {}, query: 'window', neighborCount: 2 };
        expect(await index.results(newId(), request)).toEqual({ items: [], cloud_items: [], reached: [] });
      });
    });

    test('rejects fetch, chunks, score, highlight and scoreSharedTerms as unavailable after close', async () => {
      const closed = await create();
      await closed.close();
      const unavailable = { code: 'SYS_SERVICE_UNAVAILABLE' };
      await expect(closed.fetch(tenant, { ids: [] })).rejects.toMatchObject(unavailable);
      await expect(closed.chunks(tenant, [])).rejects.toMatchObject(unavailable);
      await expect(closed.score(tenant, { query: 'a', ids: [] })).rejects.toMatchObject(unavailable);
      await expect(closed.highlight(tenant, { query: 'a', ids: [] })).rejects.toMatchObject(unavailable);
      const seeds = [{ id: newId(), weight: 1 }];
      await expect(closed.scoreSharedTerms(tenant, { seeds, ids: [] })).rejects.toMatchObject(unavailable);
    });
  });
}
