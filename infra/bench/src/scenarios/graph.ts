import type { Corpus } from '../load/corpus.ts';
import { searchBody } from '../load/store-bodies.ts';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { createRandom } from '../texts/random.ts';
import { scaled, waitForConsumers } from './scenario.ts';
import type { Scenario, SpeedContext } from './scenario.ts';

const MEMORIES = 100_000;
const LOADED_RELATIONSHIPS = 100_000;
const SEARCHED_RELATIONSHIPS = 300_000;
const TRAVERSED_RELATIONSHIPS = 500_000;
const MAX_ABOVE_PLAIN_MS = 3;
const MAX_TRAVERSE_MS = 3;
const MAX_LOAD_MS_PER_100_000 = 150;
const RESTARTS = 5;
const WARM_UP = 50;
const SAMPLES = 500;
const BATCH = 1_000;
const SEED = 7;

/**
 * Measures with one caller the loading of a graph, hybrid search with and without the graph, and traversal.
 * The graph has one and five relationships per memory for loading, three for search, and five for traversal.
 */
export const graph: Scenario = {
  name: 'graph',
  data: 'graph',
  // The scenario has one round, because measuring the loading time restarts the platform many times, and a
  // second round would start with the relationships of the first one.
  once: true,
  run: async (context) => {
    const corpus = await context.corpus('graph');
    await corpus.growTo(scaled(context, MEMORIES));
    const relate = createRelationshipGenerator(context, corpus);
    const load = async (relationships: number): Promise<Figure[]> => {
      await relate(scaled(context, relationships));
      return measureLoading(context, corpus, scaled(context, relationships));
    };
    const fewLoaded = await load(LOADED_RELATIONSHIPS);
    await relate(scaled(context, SEARCHED_RELATIONSHIPS));
    const searches = await measureSearches(context, corpus);
    await relate(scaled(context, TRAVERSED_RELATIONSHIPS));
    const traversals = await measureTraversals(context, corpus);
    return [...fewLoaded, ...searches, ...traversals, ...(await load(TRAVERSED_RELATIONSHIPS))];
  },
};

/** Returns a function that creates random relationships up to a total and waits until they are processed. */
function createRelationshipGenerator(
  context: SpeedContext,
  { tenant, ids }: Corpus,
): (relationships: number) => Promise<void> {
  const random = createRandom(SEED);
  const taken = new Set<string>();
  const memories = ids();
  return async (relationships) => {
    while (taken.size < relationships) {
      const batch: object[] = [];
      while (batch.length < Math.min(BATCH, relationships - taken.size + batch.length)) {
        const from = Math.floor(random() * memories.length);
        const to = Math.floor(random() * memories.length);
        if (from === to || taken.has(`${from} ${to}`)) continue;
        taken.add(`${from} ${to}`);
        batch.push({
          from_id: memories[from],
          to_id: memories[to],
          relationship_type: 'supports',
          strength: random(),
        });
      }
      await tenant.stores.send('POST', '/api/v2/relationships/bulk', JSON.stringify(batch), 201);
    }
    await waitForConsumers(context);
  };
}

async function measureSearches(context: SpeedContext, corpus: Corpus): Promise<Figure[]> {
  const { texts, clock } = context;
  const warmUp = scaled(context, WARM_UP);
  const plain: number[] = [];
  const expanded: number[] = [];
  const search = async (body: string): Promise<number> => {
    const startedAt = clock.now();
    await corpus.tenant.searches.send('POST', '/api/v2/search/hybrid', body, 200);
    return clock.now() - startedAt;
  };
  for (let index = 0; index < warmUp + scaled(context, SAMPLES); index++) {
    const body = searchBody(texts, index);
    const bodies = [body.replace('{', '{"enable_graph_expansion":false,'), body] as const;
    // Alternates the order, so that no variant always benefits from caches that the other one has filled.
    const first = index % 2;
    const times = [0, 0];
    for (const turn of [first, 1 - first]) times[turn] = await search(bodies[turn]!);
    if (index < warmUp) continue;
    plain.push(times[0]!);
    expanded.push(times[1]!);
  }
  const note = `one caller, ${corpus.size()} memories, ${scaled(context, SEARCHED_RELATIONSHIPS)} relationships`;
  const [without, withGraph] = [summarize(plain), summarize(expanded)];
  const line = (name: string, summary: typeof without): Figure => ({
    scenario: 'graph',
    name,
    unit: 'ms',
    ...percentilesOf(summary),
    note,
  });
  return [
    line('hybrid search without the graph', without),
    line('hybrid search with the graph', withGraph),
    {
      scenario: 'graph',
      name: 'p50 above search without the graph',
      unit: 'ms',
      count: withGraph!.count,
      value: withGraph!.p50 - without!.p50,
      targets: [{ of: 'value', atMost: MAX_ABOVE_PLAIN_MS }],
    },
  ];
}

async function measureTraversals(context: SpeedContext, corpus: Corpus): Promise<Figure[]> {
  const warmUp = scaled(context, WARM_UP);
  const timesMs: number[] = [];
  for (let index = 0; index < warmUp + scaled(context, SAMPLES); index++) {
    const timeMs = await traverse(context, corpus, index);
    if (index >= warmUp) timesMs.push(timeMs);
  }
  return [
    {
      scenario: 'graph',
      name: 'traverse, depth 3',
      unit: 'ms',
      ...percentilesOf(summarize(timesMs)),
      targets: [{ of: 'p50', atMost: MAX_TRAVERSE_MS }],
      note: `${corpus.size()} memories, ${scaled(context, TRAVERSED_RELATIONSHIPS)} relationships; up to 1,000 paths`,
    },
  ];
}

/** Measures the loading time, which is the first minus the second traversal time after a restart. */
async function measureLoading(
  context: SpeedContext,
  corpus: Corpus,
  relationships: number,
): Promise<Figure[]> {
  const { platform } = context;
  if (platform === undefined) return [];
  const timesMs: number[] = [];
  for (let restart = 0; restart < RESTARTS; restart++) {
    await platform.stop();
    await platform.start();
    // Keeps connection setup and the first token verification out of the measurement.
    await corpus.tenant.searches.send('GET', `/api/v2/memories/${corpus.ids()[0]}`, undefined, 200);
    const first = await traverse(context, corpus, 0);
    timesMs.push(first - (await traverse(context, corpus, 1)));
  }
  return [
    {
      scenario: 'graph',
      name: `loading ${relationships.toLocaleString('en')} relationships`,
      unit: 'ms',
      ...percentilesOf(summarize(timesMs)),
      targets: [{ of: 'p50', atMost: (MAX_LOAD_MS_PER_100_000 * relationships) / 100_000 }],
      note: `first traversal after a restart; the fastest ${Math.min(...timesMs).toFixed(0)} ms`,
    },
  ];
}

async function traverse({ clock }: SpeedContext, { tenant, ids }: Corpus, index: number): Promise<number> {
  const memories = ids();
  const start = memories[(index * 7919) % memories.length];
  const body = JSON.stringify({ start_memory_id: start, max_depth: 3 });
  const startedAt = clock.now();
  await tenant.searches.send('POST', '/api/v2/relationships/traverse', body, 200);
  return clock.now() - startedAt;
}
