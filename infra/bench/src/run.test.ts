import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '../test/virtual-clock.fixture.ts';
import type { MeasuredPlatform } from './platform/open-platform.ts';
import type { Figure } from './report/figure.ts';
import { runQuality } from './run-quality.ts';
import { openTexts, runSpeed } from './run-speed.ts';
import { READ_VARIANTS } from './scenarios/reads/read-operations.ts';
import { startFakePlatform } from '../test/fake-platform.fixture.ts';
import type { FakePlatform } from '../test/fake-platform.fixture.ts';
import { LAYOUTS } from './quality/layouts.ts';

let fake: FakePlatform;
let platform: MeasuredPlatform;
let folder: string;

beforeEach(async () => {
  fake = await startFakePlatform();
  platform = {
    address: fake.address,
    own: undefined,
    measureFirstStart: async () => 1234,
    eventLoopDelayP99Ms: async () => 12,
    consumerLag: async () => 0,
    close: async () => {},
  };
  folder = await mkdtemp(join(tmpdir(), 'bench-test-'));
});

afterEach(async () => {
  await fake.close();
  await rm(folder, { recursive: true });
});

const reference = { count: 1, perSecond: 1_000, p50Ms: 1 };
const baselines = {
  sample: async () => ({
    route: { oneCaller: reference, manyCallers: { ...reference, perSecond: 4_000 } },
    insert: { oneCaller: reference, manyCallers: reference },
  }),
};
const ROUNDS = 2;
const run = async (only: string[], scale: number, data?: string) =>
  runSpeed(
    { only, scale, rounds: ROUNDS, sizes: [1_000, 6_000], tenants: 1_000 },
    { platform, baselines, texts: await openTexts(data), log: () => {}, clock: createVirtualClock() },
  );
/** Runs scenarios and returns their figures without those of the baselines. */
const speed = async (only: string[], scale = 0.002) =>
  (await run(only, scale)).filter(({ scenario }) => scenario !== 'baseline');
const figuresOf = (figures: Figure[]) => figures.map(({ name }) => name);
const failuresOf = (figures: Figure[]) => figures.reduce((sum, figure) => sum + (figure.failures ?? 0), 0);

describe('runSpeed', () => {
  test('runs every scenario that does not start a process', async () => {
    const only = [
      'first-start',
      'stores',
      'sustained',
      'searchable',
      'tenants-1000',
      'fill-1k',
      'restart-1k',
    ];
    const figures = await speed(only);
    expect(failuresOf(figures)).toBe(0);
    expect(new Set(figures.map((figure) => figure.scenario))).toEqual(new Set(only.slice(0, -1)));
    expect(figures.every((figure) => figure.count > 0)).toBe(true);
  });

  test('reports ratios to the baselines for scenarios that run in rounds', async () => {
    const [first] = await speed(['first-start']);
    expect(first).toMatchObject({
      value: 1234,
      count: ROUNDS,
      repeated: {
        main: { median: 1234, min: 1234, max: 1234, rounds: [1234, 1234] },
        toRoute: { median: 1234 },
        toInsert: { median: 1234 },
      },
    });
  });

  test('reports the baselines of all rounds', async () => {
    const figures = (await run(['first-start', 'fill-1k'], 0.002)).filter(
      ({ scenario }) => scenario === 'baseline',
    );
    expect(figuresOf(figures)).toEqual([
      'bare Express route, 1 caller',
      'bare Express route, 1 caller, until the response',
      'bare Express route, 16 callers',
      'bare Express route, 16 callers, until the response',
      'bare INSERT, 1 caller',
      'bare INSERT, 1 caller, until the response',
      'bare INSERT, 16 callers',
      'bare INSERT, 16 callers, until the response',
    ]);
    expect(figures[0]!.repeated!.main.rounds).toHaveLength(2 * ROUNDS);
  });

  test('fills one tenant of each size with the bulk endpoint', async () => {
    const figures = await speed(['fill-1k', 'fill-6k'], 0.01);
    expect([...fake.memories.values()].map(({ length }) => length)).toEqual([10, 60]);
    // Each round sends one request with all memories except the last, and one with the last memory.
    expect(fake.bulkRequests).toBe(2 * 2 * ROUNDS);
    const created = figures.filter(({ name }) => name === 'memories created and searchable');
    expect(created.map(({ scenario, count }) => [scenario, count])).toEqual([
      ['fill-1k', 10],
      ['fill-6k', 60],
    ]);
  });

  test('measures the first search of each tenant that it creates', async () => {
    const figures = await speed(['tenants-1000'], 0.05);
    expect([...fake.memories.values()].map(({ length }) => length)).toEqual(
      Array.from({ length: 50 }, () => 5),
    );
    expect(figures.find(({ name }) => name === 'first search of a tenant')).toMatchObject({
      count: 50 * ROUNDS,
    });
    expect(failuresOf(figures)).toBe(0);
  });

  test('measures every variant of the read operations', async () => {
    const figures = await speed(['reads-1k']);
    expect(figures.map(({ note }) => note)).toEqual(figures.map(() => undefined));
    expect(figures).toHaveLength(READ_VARIANTS.length);
    expect(failuresOf(figures)).toBe(0);
    expect([...fake.requested]).toContain('GET /api/v2/memories?per_page=10&cursor=second');
  });

  test('measures hybrid search with 1 and 16 callers', async () => {
    const figures = await speed(['hybrid-6k']);
    expect(figuresOf(figures.filter(({ unit }) => unit === '1/s'))).toEqual([
      '1 caller',
      '1 caller, limit 100',
      '16 callers',
    ]);
    expect(failuresOf(figures)).toBe(0);
  });

  test('reports searches, concurrent stores and the event loop delay separately', async () => {
    const figures = await speed(['search-6k', 'search-100-tenants']);
    expect(figuresOf(figures).slice(0, 4)).toEqual([
      'hybrid search, from the scheduled time',
      'hybrid search, from the send time',
      'concurrent stores at 100/s',
      'event loop delay p99',
    ]);
    expect(failuresOf(figures)).toBe(0);
    expect(figures[3]).toMatchObject({ value: 12 });
  });

  test('measures the context for a prompt, with entries in every section', async () => {
    const figures = await speed(['context-6k'], 0.05);
    expect(figuresOf(figures)).toEqual([
      'with a query',
      'with a query, until the response',
      'without a query',
      'without a query, until the response',
    ]);
    expect(failuresOf(figures)).toBe(0);
    for (const operation of [
      'PUT /api/v2/memories/memory-300',
      'POST /api/v2/memories/contradictions',
      'POST /api/v2/personality/traits',
    ])
      expect(fake.requested).toContain(operation);
  });

  test('measures creations without and with the check for similar memories', async () => {
    const figures = await speed(['check-similar-6k'], 0.05);
    expect(figures.map(({ name, count }) => [name, count])).toEqual([
      ['creation', 5 * ROUNDS],
      ['creation with check_similar', 5 * ROUNDS],
      ['p50 above creation of creation with check_similar', 5 * ROUNDS],
    ]);
  });

  test('reports a failure if the check for similar memories of a creation took too long', async () => {
    fake.findSimilar(null);
    expect(await speed(['check-similar-6k'])).toMatchObject([
      { name: 'creation', count: ROUNDS },
      { count: 0, failures: 2 * ROUNDS, note: 'Error: The response has no similar memories.' },
    ]);
  });

  test('measures a search as a tool call in both protocol versions and as a REST request', async () => {
    const figures = await speed(['mcp-search']);
    expect(figuresOf(figures)).toEqual([
      'REST',
      'tools/call search, 2026-07-28',
      'p50 above REST of tools/call search, 2026-07-28',
      'tools/call search, 2025-11-25',
      'p50 above REST of tools/call search, 2025-11-25',
    ]);
    expect(failuresOf(figures)).toBe(0);
    expect(figures.every((figure) => figure.count > 0)).toBe(true);
  });

  test('reports graph traversal, and hybrid search with and without the graph', async () => {
    const figures = await speed(['graph']);
    expect(figuresOf(figures)).toEqual([
      'hybrid search without the graph',
      'hybrid search with the graph',
      'p50 above search without the graph',
      'traverse, depth 3',
    ]);
    expect(failuresOf(figures)).toBe(0);
    expect(fake.relationships).toBe(1_000);
  });

  test('measures expansion and traversal of the graph store without HTTP', async () => {
    const figures = await speed(['graph-engine']);
    expect(figuresOf(figures)).toEqual([
      'expansion of 10 seeds, depth 2',
      'traverse, depth 3',
      'traverse, depth 10',
    ]);
    expect(failuresOf(figures)).toBe(0);
    expect(figures.every(({ p50 }) => p50! > 0)).toBe(true);
  });

  test('stores each line of a file as a memory, with a number appended to repeated lines', async () => {
    const data = join(folder, 'texts');
    await writeFile(data, 'only line\n');
    await run(['sustained'], 0.0002, data);
    expect([...fake.memories.values()][0]!.map(({ content }) => content).sort()).toEqual([
      'only line',
      'only line (2)',
    ]);
  });

  test('continues with the next scenario after rejected requests, which count as failures', async () => {
    fake.failWith(503);
    const only = ['stores', 'searchable', 'mcp-search', 'search-1k'];
    const figures = await speed(only);
    expect(figures.filter((figure) => (figure.failures ?? 0) > 0).map(({ scenario }) => scenario)).toEqual(
      only,
    );
    expect(figures.find(({ scenario }) => scenario === 'searchable')!.note).toContain('503');
  });

  test('rejects an unknown scenario with a list of the known scenarios', async () => {
    await expect(speed(['sotres'])).rejects.toThrow('Known scenarios: first-start, stores');
  });
});

const qualityOptions = {
  locomo: undefined,
  cranfield: undefined,
  dataSets: [],
  multiHop: [],
  eventTimes: false,
  layouts: [...LAYOUTS],
  variants: ['hybrid' as const],
  unit: 'item' as const,
  nearDuplicates: false,
  parameters: {},
};

describe('runQuality', () => {
  test('scores LoCoMo rankings with and without conversation ids', async () => {
    const locomo = join(folder, 'locomo.json');
    await writeFile(
      locomo,
      JSON.stringify([
        {
          sample_id: 'c1',
          conversation: {
            session_1_date_time: '1:56 pm on 8 May, 2023',
            session_1: [
              { speaker: 'Ada', dia_id: 'D1:1', text: 'I bought a violin' },
              { speaker: 'Ben', dia_id: 'D1:2', text: 'How nice' },
            ],
          },
          qa: [
            { question: 'who bought a violin', category: 4, evidence: ['D1:1'] },
            { question: 'submarine', category: 5, evidence: ['D1:2'] },
          ],
        },
      ]),
    );
    const figures = await runQuality({ ...qualityOptions, locomo }, platform, () => {}, createVirtualClock());
    const [stored, plain] = [...fake.memories.values()];
    expect(stored).toMatchObject([
      { content: 'Ada: I bought a violin', metadata: { conversation_id: 'session_1' } },
      { content: 'Ben: How nice', metadata: { conversation_id: 'session_1' } },
    ]);
    expect(plain!.map(({ metadata }) => metadata)).toEqual([{}, {}]);
    const recall = figures.filter(({ name }) => name === 'hybrid, recall@10');
    expect(recall.map(({ scenario, value }) => [scenario, value])).toEqual([
      ['locomo', 0.5],
      ['locomo-no-conversations', 0.5],
    ]);
  });

  test('scores Cranfield rankings by document id', async () => {
    await writeFile(
      join(folder, 'cran.all.1400'),
      '.I 1\n.T\nwing\n.W\nlift of a wing\n.I 2\n.T\nplate\n.W\nflow\n',
    );
    await writeFile(join(folder, 'cran.qry'), '.I 001\n.W\nwing lift\n');
    await writeFile(join(folder, 'cranqrel'), '1 1 1\n');
    const figures = await runQuality(
      { ...qualityOptions, cranfield: folder },
      platform,
      () => {},
      createVirtualClock(),
    );
    expect(figures.find(({ name }) => name === 'hybrid, nDCG@10')).toMatchObject({ value: 1, count: 1 });
  });

  test('counts the versions of an item, or the items of a conversation, as one result', async () => {
    const file = join(folder, 'notes.jsonl');
    const lines = [
      { id: '1', text: 'Ada: green tea', conversation: 's1' },
      { id: '2', text: 'Ada: green apples', conversation: 's1' },
      { id: '3', text: 'Ben: green', conversation: 's2' },
      { question: 'green', relevant: ['2', '3'] },
    ];
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const figures = async (options: Partial<typeof qualityOptions> | { unit: 'conversation' }) =>
      Object.fromEntries(
        (
          await runQuality(
            { ...qualityOptions, dataSets: [file], layouts: ['separate'], ...options },
            platform,
            () => {},
            createVirtualClock(),
          )
        ).map(({ scenario, name, value }) => [`${scenario}, ${name}`, value]),
      );
    const versions = await figures({ nearDuplicates: true });
    expect([...fake.memories.values()][0]!.map(({ metadata }) => metadata.conversation_id)).toEqual([
      ...['s1 version 1', 's1 version 1', 's2 version 1'],
      ...['s1 version 2', 's1 version 2', 's2 version 2'],
      ...['s1 version 3', 's1 version 3', 's2 version 3'],
    ]);
    expect(versions['notes-near-duplicates, hybrid, distinct@10']).toBeCloseTo(3 / 9, 6);
    expect(versions['notes-near-duplicates, hybrid, recall@10']).toBe(1);
    const conversations = await figures({ unit: 'conversation' });
    // The first result, which is not relevant itself, is in the same conversation as a relevant one.
    expect(conversations['notes-by-conversation, hybrid, MRR@20']).toBe(1);
    expect(conversations['notes-by-conversation, hybrid, nDCG@10']).toBe(1);
    expect(conversations['notes-by-conversation, hybrid, distinct@10']).toBeUndefined();
    expect((await figures({}))['notes, hybrid, MRR@20']).toBe(0.5);
  });

  test('stores the collections of a data set in one tenant, where a filter excludes the others', async () => {
    const file = join(folder, 'notes.jsonl');
    const lines = [
      { collection: 'Ada B.', id: '1', text: 'likes green tea', conversation: 's1' },
      { collection: 'Ben', id: '1', text: 'likes tea', conversation: 's1' },
      { collection: 'Ben', question: 'green tea', relevant: ['1'] },
      { collection: 'Ben', question: 'rockets', relevant: [] },
    ];
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const figures = await runQuality(
      { ...qualityOptions, dataSets: [file], layouts: ['pooled', 'filtered'] },
      platform,
      () => {},
      createVirtualClock(),
    );
    expect([...fake.memories.values()][0]).toMatchObject([
      { metadata: { conversation_id: 'Ada B. s1' }, tags: ['ada-b'] },
      { metadata: { conversation_id: 'Ben s1' }, tags: ['ben'] },
    ]);
    const ranks = figures.filter(({ name }) => name === 'hybrid, MRR@20');
    expect(ranks.map(({ scenario, value, count }) => [scenario, value, count])).toEqual([
      ['notes-pooled', 0.5, 1],
      ['notes-filtered', 1, 1],
    ]);
  });
});
