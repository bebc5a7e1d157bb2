import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { Json } from './api-connection.ts';

/** `data` of a response of why-not. */
export interface WhyNotAnswer {
  found: boolean;
  rank: number | null;
  reason: string | null;
  evidence: {
    superseded_by?: string;
    valid_until?: string;
    filters?: { filter: string; required: unknown; actual: unknown }[];
    memory_revision?: number;
    indexed_revision?: number | null;
    ranking?: {
      rank: number | null;
      retrievers: { bm25: { rank: number | null; search_rank: number | null } };
    };
  };
}
type Search = Record<string, unknown>;

/** A platform with two tenants, in which memories are planted that a search does not find. */
export interface PlantingPlatform {
  /** Sends a request with an identity in a tenant. Resolves to `data` of the response. */
  request(tenant: 'own' | 'other', method: string, path: string, body?: object): Promise<Json>;
  /** Waits until all changes of both tenants are indexed. */
  untilIndexed(): Promise<void>;
  /** Runs `work` while no changes of memories are indexed. */
  whileNotIndexing(work: () => Promise<void>): Promise<void>;
}

const CORPUS = 300;
/** Maximum number of hits per retriever of a search with a limit of at most 40. */
const WINDOW = 200;
/** Number of memories with one score. Elasticsearch stores the length of a text with four significant bits. */
const TIES = 32;
const BY_KEYWORD = { bm25_weight: 1, vector_weight: 0, graph_weight: 0 };
const TYPES = ['fact', 'task', 'insight'];
const START_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

/** Returns a generator of numbers from 0 to `below` - 1 (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** The memories match the query "harbor" the less the higher their number is. The word `mark<n>` is unique. */
const newMemory = (n: number, mark = 'mark') => ({
  content: `Harbor ${mark}${n} crane ${'cargo '.repeat(1 + n)}`,
  memory_type: TYPES[n % TYPES.length],
  importance: (n % 10) / 10,
  tags: [n % 2 === 0 ? 'even' : 'odd'],
  occurred_at: new Date(START_MS + n * DAY_MS).toISOString(),
});

/**
 * Defines tests that plant memories which searches do not find, and check the reason that why-not returns for each.
 *
 * @param planted number of planted misses of each reason, a multiple of 10 up to 300
 * @see docs/reference/search.md#why-not
 */
export function describePlantedMisses(planted: number, open: () => Promise<PlantingPlatform>): void {
  describe('the reason of why-not for planted misses', () => {
    const draw = random(20_260_101);
    const third = Math.floor(planted / 3);
    let platform: PlantingPlatform;
    let corpus: string[];
    let foreign: string[];
    let ended: string[];
    let evolved: { old: string; current: string }[];

    const request: PlantingPlatform['request'] = (...call) => platform.request(...call);
    const store = async (
      count: number,
      mark?: string,
      {
        tenant = 'own',
        fieldsOf = () => ({}),
      }: { tenant?: 'own' | 'other'; fieldsOf?: (n: number) => object } = {},
    ): Promise<string[]> => {
      const memories = Array.from({ length: count }, (_, n) => ({ ...newMemory(n, mark), ...fieldsOf(n) }));
      const { failed, results } = await request(tenant, 'POST', '/api/v2/memories/bulk', { memories });
      expect(failed).toBe(0);
      return (results as { id: string }[]).map(({ id }) => id);
    };
    const whyNot = (memoryId: string, search: Search): Promise<WhyNotAnswer> =>
      request('own', 'POST', '/api/v2/search/why-not', { memory_id: memoryId, search });
    /** Asks for all planted misses, a few at the same time, and checks each answer. */
    const forEachPlanted = async (
      plant: (n: number) => { id: string; search: Search; check: (answer: WhyNotAnswer) => void },
    ): Promise<void> => {
      for (let first = 0; first < planted; first += 10) {
        const batch = Array.from({ length: 10 }, (_, i) => plant(first + i));
        const answers = await Promise.all(batch.map(({ id, search }) => whyNot(id, search)));
        answers.forEach((answer, i) => batch[i]!.check(answer));
      }
    };
    const isMiss = (reason: string) => (answer: WhyNotAnswer) =>
      expect([answer.found, answer.rank, answer.reason]).toEqual([false, null, reason]);
    const endOf = (n: number): string => new Date(START_MS + (n + 1) * DAY_MS).toISOString();

    beforeAll(async () => {
      platform = await open();
      corpus = await store(CORPUS);
      foreign = await store(third, 'foreign', { tenant: 'other' });
      ended = await store(planted, 'ended', { fieldsOf: (n) => ({ valid_until: endOf(n) }) });
      const old = await store(planted, 'old');
      evolved = [];
      for (const id of old) {
        const body = { new_content: 'Replaced.', evolution_type: 'update' };
        const { new_memory_id: current } = await request(
          'own',
          'POST',
          `/api/v2/memories/${id}/evolve`,
          body,
        );
        evolved.push({ old: id, current });
      }
      await platform.untilIndexed();
    }, 300_000);

    test('is not_found for unknown memories, memories of another tenant and deleted memories', async () => {
      const deleted = await store(third, 'deleted');
      for (const id of deleted) await request('own', 'DELETE', `/api/v2/memories/${id}`);
      const ids = [...foreign, ...deleted, ...Array.from({ length: planted - 2 * third }, newId)];
      await forEachPlanted((n) => ({ id: ids[n]!, search: { query: 'harbor' }, check: isMiss('not_found') }));
    }, 300_000);

    test('is superseded for earlier versions, with the next version', async () => {
      await forEachPlanted((n) => {
        const { old, current } = evolved[n]!;
        // The filter does not match either, but superseded precedes it.
        const search = { query: `old${n}`, ...(n % 2 && { tags: 'none' }) };
        return {
          id: old,
          search,
          check: (answer) => {
            isMiss('superseded')(answer);
            expect(answer.evidence.superseded_by).toBe(current);
          },
        };
      });
    }, 300_000);

    test('is expired for memories whose validity has ended, with its end', async () => {
      await forEachPlanted((n) => ({
        id: ended[n]!,
        // The filter does not match either, but expired precedes it.
        search: { query: `ended${n}`, ...(n % 2 && { tags: 'none' }) },
        check: (answer) => {
          isMiss('expired')(answer);
          expect(answer.evidence.valid_until).toBe(endOf(n));
        },
      }));
    }, 300_000);

    test('is filtered with exactly the filters that the memory does not match', async () => {
      await forEachPlanted(() => {
        const n = 10 + draw(CORPUS - 20);
        const { memory_type: type, importance, tags, occurred_at: occurredAt } = newMemory(n);
        const at = (days: number): string => new Date(Date.parse(occurredAt) + days * DAY_MS).toISOString();
        // Each filter with a value that the memory matches, and one that it does not match.
        const filters: [string, unknown, unknown][] = [
          ['memory_types', [type], TYPES.filter((each) => each !== type)],
          ['source_types', ['direct_input'], ['web_scrape', 'document_upload']],
          ['min_importance', importance, importance + 0.05],
          ['tags', `${tags[0]},none`, 'none,other'],
          ['start_date', at(0), at(1)],
          ['end_date', at(0), at(-1)],
        ];
        const failing = filters.map(([name]) => name).filter(() => draw(3) === 0);
        if (failing.length === 0) failing.push('tags');
        // A start date after the end date is invalid, so a search uses only one of them.
        if (failing.includes('start_date') && failing.includes('end_date')) failing.pop();
        const unused = failing.includes('end_date') ? 'start_date' : 'end_date';
        filters.splice(
          filters.findIndex(([name]) => name === unused),
          1,
        );
        const used = filters.filter(([name]) => failing.includes(name) || draw(2) === 0);
        const search = Object.fromEntries(
          used.map(([name, matching, other]) => [name, failing.includes(name) ? other : matching]),
        );
        return {
          id: corpus[n]!,
          search: { query: `mark${n}`, ...search },
          check: (answer) => {
            isMiss('filtered')(answer);
            expect(answer.evidence.filters!.map(({ filter }) => filter).sort()).toEqual(failing.sort());
          },
        };
      });
    }, 300_000);

    test('is below_min_score if the final score does not reach the threshold', async () => {
      await forEachPlanted((n) => ({
        id: corpus[n]!,
        search: { query: `harbor mark${n}`, min_score_threshold: 1 + (1 + draw(100)) / 100 },
        check: isMiss('below_min_score'),
      }));
      // A threshold directly above the score of the memory.
      const search = { query: 'harbor', limit: 40 };
      const found = (await request('own', 'POST', '/api/v2/search/hybrid', search)).items as {
        id: string;
        score: number;
      }[];
      for (const { id, score } of found.slice(0, 20)) {
        const above = score + 1e-9;
        isMiss('below_min_score')(await whyNot(id, { ...search, min_score_threshold: above }));
        expect(await whyNot(id, { ...search, min_score_threshold: score })).toMatchObject({ found: true });
      }
    }, 300_000);

    test('is outranked, with the rank of the memory, for a lower limit', async () => {
      const search = { query: 'harbor crane', limit: 40 };
      const found = (await request('own', 'POST', '/api/v2/search/hybrid', search)).items as { id: string }[];
      expect(found).toHaveLength(40);
      await forEachPlanted((n) => {
        const rank = 2 + (n % 39);
        return {
          id: found[rank - 1]!.id,
          search: { ...search, limit: 1 + draw(rank - 1) },
          check: (answer) => {
            isMiss('outranked')(answer);
            expect(answer.evidence.ranking!.rank).toBe(rank);
          },
        };
      });
      for (const [i, { id }] of found.entries())
        expect(await whyNot(id, search)).toMatchObject({ found: true, rank: i + 1, reason: null });
    }, 300_000);

    test('is outranked, with the rank of its retriever, for a memory outside of the window', async () => {
      await forEachPlanted((i) => {
        const n = WINDOW + TIES + (i % (CORPUS - WINDOW - TIES));
        return {
          id: corpus[n]!,
          search: { query: 'harbor', ...BY_KEYWORD, limit: 1 + draw(40) },
          check: (answer) => {
            isMiss('outranked')(answer);
            expect(answer.evidence.ranking!.retrievers.bm25.rank).toBeNull();
            expect(answer.evidence.ranking!.retrievers.bm25.search_rank).toBeGreaterThan(WINDOW);
          },
        };
      });
    }, 300_000);

    test('is no_match if the memory contains no term of a keyword search', async () => {
      await forEachPlanted((n) => ({
        id: corpus[n]!,
        search: { query: `mark${CORPUS - 1 - n}`, ...BY_KEYWORD },
        check: isMiss('no_match'),
      }));
    }, 300_000);

    test('is not_indexed_yet for new and changed memories whose events are not consumed', async () => {
      const half = Math.floor(planted / 2);
      let created: string[] = [];
      await platform.whileNotIndexing(async () => {
        created = await store(half, 'new');
        const updated = corpus.slice(0, planted - half);
        for (const id of updated) await request('own', 'PUT', `/api/v2/memories/${id}`, { importance: 0.05 });
        const ids = [...created, ...updated];
        await forEachPlanted((n) => ({
          id: ids[n]!,
          // The indexed revision of a changed memory still matches a search, so the search must exclude it.
          search: { query: 'zeppelin', ...BY_KEYWORD },
          check: (answer) => {
            isMiss('not_indexed_yet')(answer);
            const { memory_revision: revision, indexed_revision: indexed } = answer.evidence;
            if (n < half) expect(indexed).toBeNull();
            else expect(indexed).toBeLessThan(revision!);
          },
        }));
      });
      await platform.untilIndexed();
      expect(await whyNot(created[0]!, { query: 'new0', limit: 40 })).toMatchObject({ found: true });
    }, 300_000);
  });
}
