import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { eventually } from '../../support/eventually.ts';
import type { TestPlatform } from '../test-platform.ts';

const EARLIER = 'Ada rents a flat near the harbor.';
const LATER = 'Ada rents a flat near the station.';
const MOVE = 'The big move of Ada took two vans.';
const WEEK_AFTER_FAIR = 'Ada repaired the red bicycle.';
const LONG_AFTER_FAIR = 'Ada repaired the blue bicycle.';
const HOUR_MS = 3_600_000;
const TWO_HOURS_AGO = new Date(Date.now() - 2 * HOUR_MS).toISOString();

type Search = Parameters<Loci['search']['hybrid']>[0];

/**
 * Defines the tests of hybrid search with events in the query.
 *
 * @see docs/reference/search.md#events-in-queries
 */
export function describeQueryEvents(platform: TestPlatform): void {
  describe('hybrid search with an event in the query', () => {
    let loci: Loci;
    beforeAll(async () => {
      ({ loci } = await platform.createTenant());
      const { loci: other } = await platform.createTenant();
      await other.memories.create({ content: 'The eclipse was total.', occurred_at: '2022-01-01' });
      await loci.memories.createMany({
        memories: [
          { content: EARLIER, occurred_at: '2022-05-01' },
          { content: LATER, occurred_at: '2023-09-10' },
          { content: MOVE, occurred_at: '2023-06-15', tags: ['home'] },
          { content: 'The fair had a carousel.', occurred_at: '2021-03-01' },
          { content: WEEK_AFTER_FAIR, occurred_at: '2021-03-04' },
          { content: LONG_AFTER_FAIR, occurred_at: '2021-09-01' },
          {
            content: 'The strike ended.',
            occurred_at: '2022-01-01',
            valid_until: new Date(Date.now() - HOUR_MS).toISOString(),
          },
        ],
      });
      await loci.personality.addTrait({ content: 'The duel was harmless.' });
      const regatta = await loci.memories.create({
        content: 'The regatta was windy.',
        occurred_at: '2022-01-01',
      });
      await loci.memories.evolve(regatta.id, {
        new_content: 'The race was windy.',
        evolution_type: 'update',
      });
      const auction = await loci.memories.create({
        content: 'The auction was long.',
        occurred_at: '2022-01-01',
      });
      await loci.memories.delete(auction.id);
      await eventually(async () => {
        expect(await eventsOf('before the regatta', { include: ['superseded'] })).toHaveLength(1);
        expect(await eventsOf('before the auction')).toEqual([]);
        expect((await loci.search.stats()).embedding_coverage).toBe(1);
      });
    });

    const contentsOf = async (search: Search): Promise<string[]> =>
      (await loci.search.hybrid(search)).items.map(({ content }) => content);
    const eventsOf = async (query: string, search: object = {}): Promise<(string | undefined)[]> => {
      const { analyzed_query } = await loci.search.hybrid({ query: `What did Ada do ${query}?`, ...search });
      return analyzed_query.dates.map(({ event }) => event?.snippet);
    };
    /** Returns the memories about flats and bicycles, which match the queries equally well. */
    const rankOf = async (query: string, parameters: object = {}): Promise<string[]> => {
      const found = await contentsOf({ query, ...parameters });
      return found.filter((content) => /flat|bicycle/u.test(content)).slice(0, 2);
    };

    // A slow search for the event has no effect, so the checks that need its date are repeated.
    test.each([
      ['Which flat did Ada rent before the move?', [EARLIER, LATER]],
      ['Which flat does Ada rent since the move?', [LATER, EARLIER]],
      ['Which bicycle did Ada repair the week after the fair?', [WEEK_AFTER_FAIR, LONG_AFTER_FAIR]],
      ['Which bicycle did Ada repair six months after the fair?', [LONG_AFTER_FAIR, WEEK_AFTER_FAIR]],
    ])('ranks memories of its period first: "%s"', (query, contents) =>
      eventually(async () => expect(await rankOf(query)).toEqual(contents)),
    );

    test('has no effect with a date_weight of 0', async () => {
      const ranks = await Promise.all(
        ['before', 'after'].map((word) =>
          rankOf(`Which flat does Ada rent ${word} the move?`, { date_weight: 0 }),
        ),
      );
      expect(ranks[0]).toEqual(ranks[1]);
    });

    test('reports the memory that dates the event', () =>
      eventually(async () => {
        const { analyzed_query } = await loci.search.hybrid('Which flat did Ada rent before the move?');
        expect(analyzed_query.dates).toEqual([
          {
            text: 'before the move',
            from: null,
            to: '2023-06-15T00:00:00.000Z',
            event: { id: expect.any(String), snippet: MOVE, occurred_at: '2023-06-15T00:00:00.000Z' },
          },
        ]);
      }));

    test.each([
      ['of another tenant', 'before the eclipse'],
      ['that is superseded', 'before the regatta'],
      ['that was deleted', 'before the auction'],
      ['that is protected', 'before the duel'],
      ['that expired', 'before the strike'],
    ])('takes no date from a memory %s', async (_, expression) => {
      expect(await eventsOf(expression)).toEqual([]);
    });

    test.each<[string, string, object, string]>([
      ['superseded memory', 'before the regatta', { include: ['superseded'] }, 'The regatta was windy.'],
      ['expired memory', 'before the strike', { include: ['expired'] }, 'The strike ended.'],
      ['memory of the time', 'before the strike', { as_of: TWO_HOURS_AGO }, 'The strike ended.'],
      ['memory with a tag', 'before the move', { tags: 'home' }, MOVE],
    ])('takes the date from the %s that the request includes', (_, expression, parameters, content) =>
      eventually(async () => expect(await eventsOf(expression, parameters)).toEqual([content])),
    );

    test('takes no date from a memory that does not match the filters', async () => {
      expect(await eventsOf('before the move', { tags: 'travel' })).toEqual([]);
    });
  });
}
