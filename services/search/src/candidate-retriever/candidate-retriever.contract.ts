import { beforeEach, describe, expect, test } from '@jest/globals';
import { TRAITS } from '@loci/contracts';
import type { Candidate, CandidatesRequest } from '@loci/contracts';
import { newId } from '@loci/core';
import type { IndexedItem } from '../items/indexed-item.ts';
import { exampleItem } from '../items/item-index.contract.ts';
import type { CandidateRetriever } from './candidate-retriever.ts';

export interface CandidateRetrieverFixture {
  retriever: CandidateRetriever;
  /** Writes items to all stores that the retriever reads. The vector of an item is that of its content. */
  store(items: readonly IndexedItem[]): Promise<void>;
}

const notAborted = new AbortController().signal;

/**
 * Defines the tests that every candidate retriever must pass. The embedder must be the built-in one.
 *
 * @param open returns the retriever under test. Called before each test.
 */
export function describeCandidateRetrieverContract(
  name: string,
  open: () => CandidateRetrieverFixture,
): void {
  describe(`candidate retriever contract: ${name}`, () => {
    let tenant: string;
    let fixture: CandidateRetrieverFixture;
    beforeEach(() => {
      tenant = newId();
      fixture = open();
    });

    const item = (content: string, part: Partial<IndexedItem> = {}): IndexedItem =>
      exampleItem(tenant, { content, ...part });

    const retrieve = (part: Partial<CandidatesRequest> = {}) =>
      fixture.retriever.retrieve(
        {
          tenant_id: tenant,
          query: 'cello',
          filter: {},
          window: 200,
          keyword: true,
          vector: true,
          conversation_neighbors: true,
          ...part,
        },
        notAborted,
      );

    const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

    test('returns no candidates for a tenant without items', async () => {
      const found = await retrieve();
      expect(found.columns.items()).toEqual([]);
      expect(found).toMatchObject({ keyword: { count: 0 }, vector: { count: 0 }, failed: [] });
    });

    test('returns scores of both retrievers, with the attributes of each item', async () => {
      const hit = item('The cello is old.', { importance: 0.75, createdAt: '2026-01-02T03:04:05.678Z' });
      const other = item('Tea in the morning.', { importance: null });
      await fixture.store([hit, other]);
      const found = await retrieve();
      expect(found).toMatchObject({ keyword: { count: 1 }, failed: [] });
      expect(found.vector).toMatchObject({ count: 2, model: 'static-minilm-256' });
      const [first, second] = found.columns.items() as [Candidate, Candidate];
      expect(first).toMatchObject({
        id: hit.id,
        keyword_score: expect.any(Number),
        vector_score: expect.any(Number),
        keyword_rank_score: expect.any(Number),
        blended: 1,
        importance: 0.75,
        created_at_ms: Date.parse('2026-01-02T03:04:05.678Z'),
      });
      expect(second).toMatchObject({ id: other.id, keyword_score: null, keyword_rank_score: null });
      expect(second).toMatchObject({ importance: null, vector_score: expect.any(Number) });
    });

    test('runs only the requested retrievers', async () => {
      const hit = item('The cello is old.');
      await fixture.store([hit, item('Tea in the morning.')]);
      const byKeyword = await retrieve({ vector: false });
      expect(byKeyword).toMatchObject({ keyword: { count: 1 }, vector: null, failed: [] });
      expect(byKeyword.columns.items()).toMatchObject([{ id: hit.id, vector_score: null }]);
      const byVector = await retrieve({ keyword: false });
      expect(byVector).toMatchObject({ keyword: null, vector: { count: 2 }, failed: [] });
      expect(byVector.columns.items().map((each) => each.keyword_score)).toEqual([null, null]);
    });

    test('returns at most `window` hits per retriever', async () => {
      await fixture.store(Array.from({ length: 8 }, (_, i) => item(`The cello number ${i}.`)));
      expect(await retrieve({ window: 3 })).toMatchObject({ keyword: { count: 3 }, vector: { count: 3 } });
    });

    test('explains rank scores as the sum of the own share, the shares of neighbors and the blended score', async () => {
      const contents = ['The cello is old.', 'Tea.', 'A cello and a viola.', 'No music.', 'cello', 'Trains.'];
      const turns = contents.map((content, i) =>
        item(content, {
          conversationId: i < 5 ? 'c' : null,
          createdAt: new Date(Date.UTC(2026, 0, 1, 12, i)).toISOString(),
        }),
      );
      await fixture.store(turns);
      expect((await retrieve()).rank_score_parts).toBeUndefined();
      const { columns, rank_score_parts: parts } = await retrieve({ explain: true });
      expect(parts!.pairs.length).toBeGreaterThan(8);
      expect(parts!.distances).toHaveLength(parts!.pairs.length);
      for (const name of ['keyword', 'vector'] as const) {
        const sums = columns.data.blended.map((blended, i) => blended + parts![`own_${name}`][i]!);
        parts!.pairs.forEach(([own], pair) => (sums[own]! += parts![`neighbor_${name}`][pair]!));
        columns.data[`${name}_rank_score`].forEach((score, i) => {
          if (!Number.isNaN(score)) expect(sums[i]).toBeCloseTo(score, 12);
        });
      }
      // The neighbors of a turn without a match add the whole share.
      const tea = columns.positionOf(turns[1]!.id);
      expect(parts!.own_keyword[tea]).toBe(0);
      expect(columns.data.keyword_rank_score[tea]).toBeGreaterThan(columns.data.blended[tea]!);
    });

    test('applies the filter to hits and neighbors', async () => {
      const created = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
      const turns = ['a', 'b', 'a', 'b'].map((tag, i) =>
        item(i === 2 ? 'The cello is old.' : `Turn ${i}.`, {
          tags: [tag],
          conversationId: 'c',
          createdAt: created(i),
        }),
      );
      await fixture.store(turns);
      const found = await retrieve({ vector: false, filter: { tags: ['a'] } });
      expect(idsOf(found.columns.items()).sort()).toEqual([turns[0]!.id, turns[2]!.id].sort());
    });

    test('adds the conversation neighbors that are up to two turns away, with links from each candidate to the next turn', async () => {
      const turns = ['0', '1', 'cello', '3', '4', '5'].map((content, i) =>
        item(content, {
          conversationId: 'c',
          createdAt: new Date(Date.UTC(2026, 0, 1, 12, i)).toISOString(),
        }),
      );
      await fixture.store(turns.toReversed());
      const { columns } = await retrieve({ vector: false });
      expect(idsOf(columns.items()).sort()).toEqual(idsOf(turns.slice(0, 5)).sort());
      const { links } = columns.data;
      const pairs = Array.from({ length: links.length / 2 }, (_, i) => [
        columns.id(links[2 * i]!),
        columns.id(links[2 * i + 1]!),
      ]);
      // Turns 0 and 1 are adjacent, but neither of them is a hit.
      const expected = [1, 2].map((earlier) => [turns[earlier]!.id, turns[earlier + 1]!.id]);
      expect(pairs.sort()).toEqual(expected.sort());
      expect((await retrieve({ vector: false, conversation_neighbors: false })).columns.length).toBe(1);
    });

    test('updates the order of the turns after a turn was replaced or moved to another conversation', async () => {
      const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
      const turn = (content: string, minute: number) =>
        item(content, { conversationId: 'c', createdAt: at(minute) });
      const [hit, first, second, third] = [turn('cello', 0), turn('1', 1), turn('2', 2), turn('3', 3)];
      await fixture.store([hit, first, second, third]);
      await fixture.store([
        { ...first, revision: 2, content: 'One.' },
        { ...second, revision: 2, conversationId: 'd' },
      ]);
      const { columns } = await retrieve({ vector: false });
      expect(idsOf(columns.items()).sort()).toEqual([hit.id, first.id, third.id].sort());
    });

    test('sorts candidates by blended score, importance, creation time and id', async () => {
      const created = '2026-01-01T00:00:00.000Z';
      const items = [
        item('cello', { importance: 0.5, createdAt: created }),
        item('cello', { importance: 0.5, createdAt: created }),
        item('cello', { importance: 0.5, createdAt: '2026-01-02T00:00:00.000Z' }),
        item('cello', { importance: 0.9, createdAt: created }),
        item('cello cello tea', { importance: 1, createdAt: created }),
      ];
      await fixture.store(items);
      const found = (await retrieve({ vector: false })).columns.items();
      const byTies = (a: Candidate, b: Candidate): number =>
        b.blended - a.blended ||
        b.importance! - a.importance! ||
        (b.created_at_ms ?? 0) - (a.created_at_ms ?? 0) ||
        (a.id < b.id ? -1 : 1);
      expect(idsOf(found)).toEqual(idsOf(found.toSorted(byTies)));
      expect(found).toHaveLength(5);
    });

    test('leaves similarities out of the blended score of a query whose words the model does not know', async () => {
      const contents = [
        'Виолончель стоит в подвале.',
        'Машина стоит в гараже у дома.',
        'Чай.',
        'The cello is old.',
        'Violin music',
      ];
      await fixture.store(contents.map((content) => item(content)));
      const blendedOf = async (query: string) => {
        const { columns, vector } = await retrieve({ query });
        const keywordScores = columns.data.keyword_score.map((score) => score || 0);
        const best = Math.max(...keywordScores);
        return {
          blended: columns.data.blended,
          byKeyword: keywordScores.map((score) => score / best),
          knownShare: vector!.known_share,
        };
      };
      const unknown = await blendedOf('где стоит виолончель');
      expect(unknown.knownShare).toBe(0);
      expect(new Set(unknown.byKeyword).size).toBe(3);
      unknown.blended.forEach((score, i) => expect(score).toBeCloseTo(unknown.byKeyword[i]!, 6));
      const known = await blendedOf('cello');
      expect(known.knownShare).toBe(1);
      expect(known.blended).not.toEqual(known.byKeyword);
    });

    describe('with shared terms', () => {
      const query = 'Nightingale pipeline review';
      const best = 'Quarterly review of the Nightingale pipeline by Fernandez';
      const connected = 'Fernandez moved to the harbor office';
      const other = 'The harbor office has a green door';
      const notes = Array.from({ length: 40 }, (_, i) => `Shopping list ${i}`);

      async function storeTexts(part: Partial<IndexedItem> = {}): Promise<Record<string, IndexedItem>> {
        const items = [best, connected, other, ...notes].map((content, i) =>
          item(content, { ...part, createdAt: new Date(Date.UTC(2026, 0, 1, 12, i)).toISOString() }),
        );
        await fixture.store(items);
        return { best: items[0]!, connected: items[1]!, other: items[2]! };
      }
      const blendedOf = async (part: Partial<CandidatesRequest>) => {
        const { columns, failed } = await retrieve({ query, ...part });
        expect(failed).toEqual([]);
        return new Map(columns.items().map(({ id, blended }) => [id, blended]));
      };

      test('raises the scores of candidates that share rare terms with the best one, which stays the best', async () => {
        const items = await storeTexts();
        const [without, shared] = [await blendedOf({}), await blendedOf({ shared_terms: true })];
        expect(shared.get(items['best']!.id)).toBe(1);
        expect(shared.get(items['connected']!.id)).toBeGreaterThan(
          without.get(items['connected']!.id)! + 0.1,
        );
        expect(shared.get(items['connected']!.id)).toBeGreaterThan(shared.get(items['other']!.id)!);
      });

      test('does not change the scores if most candidates have conversation neighbors', async () => {
        await storeTexts({ conversationId: 'c' });
        expect(await blendedOf({ shared_terms: true })).toEqual(await blendedOf({}));
        const alone = { conversation_neighbors: false };
        expect(await blendedOf({ ...alone, shared_terms: true })).not.toEqual(await blendedOf(alone));
      });
    });

    describe('with a second hop', () => {
      const query = 'When was the director of Night Harbor born?';
      const contents = [
        'Night Harbor is a film, directed by Mira Quill and scored by Jonas Vale.',
        'Mira Quill was born in 1961.',
        'Jonas Vale likes tea.',
        'Petra was born in 1970.',
        ...Array.from({ length: 40 }, (_, i) => `Shopping list ${i}`),
      ];
      const foundIn = async (part: Partial<CandidatesRequest> = {}) => {
        const { columns, second_hop: hop } = await retrieve({
          query,
          second_hop: true,
          window: 100,
          ...part,
        });
        return hop?.positions.map((position) => columns.id(position));
      };

      test('returns the candidates that name an entity of the best one and contain a word that it lacks', async () => {
        const items = contents.map((content) => item(content));
        await fixture.store(items);
        expect(await foundIn()).toEqual([items[1]!.id]);
        expect(await foundIn({ query: 'Night Harbor film' })).toEqual([]);
        expect(await foundIn({ second_hop: false })).toBeUndefined();
      });

      test('returns only candidates that pass the filter', async () => {
        const items = contents.map((content, i) => item(content, { tags: [i === 0 ? 'film' : 'other'] }));
        await fixture.store(items);
        expect(await foundIn({ filter: { tags: ['film', 'other'] } })).toEqual([items[1]!.id]);
        expect(await foundIn({ filter: { tags: ['film'] } })).toEqual([]);
      });

      test('does not run if most candidates have conversation neighbors', async () => {
        await fixture.store(
          contents.map((content, i) =>
            item(content, {
              conversationId: 'c',
              createdAt: new Date(Date.UTC(2026, 0, 1, 12, i)).toISOString(),
            }),
          ),
        );
        expect(await foundIn()).toBeUndefined();
        expect(await foundIn({ conversation_neighbors: false })).toHaveLength(1);
      });
    });

    test('returns the number of words of each candidate, repetitions included', async () => {
      const items = [item('A cello, a cello!'), item('The cello is old.'), item('Cello')];
      await fixture.store(items);
      const found = (await retrieve({ vector: false })).columns.items();
      const words = new Map(found.map((candidate) => [candidate.id, candidate.words]));
      expect(items.map(({ id }) => words.get(id))).toEqual([4, 4, 1]);
    });

    test('returns the traits of each candidate for the query', async () => {
      const items = [item('Ada: I play the cello.'), item('Grace: Do you play the cello?'), item('A cello.')];
      await fixture.store(items);
      const found = (await retrieve({ query: 'Does Ada play the cello?', vector: false })).columns.items();
      const traits = new Map(found.map((candidate) => [candidate.id, candidate.traits]));
      const expected = [TRAITS.firstPerson | TRAITS.namedSpeaker, TRAITS.secondPerson | TRAITS.question, 0];
      expect(items.map(({ id }) => traits.get(id))).toEqual(expected);
    });

    test('returns no vector hits, without a failure, if the model has no vector for the query', async () => {
      await fixture.store([item('The cello is old.')]);
      const found = await retrieve({ query: '\u{1F3BB}' });
      expect(found).toMatchObject({ vector: { count: 0 }, failed: [] });
    });

    test('rejects with the reason of an aborted signal', async () => {
      const reason = new Error('gone');
      const search = fixture.retriever.retrieve(
        {
          tenant_id: tenant,
          query: 'cello',
          filter: {},
          window: 10,
          keyword: true,
          vector: true,
          conversation_neighbors: true,
        },
        AbortSignal.abort(reason),
      );
      await expect(search).rejects.toBe(reason);
    });
  });
}
