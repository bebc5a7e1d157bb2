import { createEmbeddedGraphStore } from '@loci/graph-service/embedded';
import type { EmbeddedGraphStore } from '@loci/graph-service/embedded';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { createRandom } from '../texts/random.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const NODES = 100_000;
const EXPANDED_EDGES = 300_000;
const TRAVERSED_EDGES = 500_000;
const MAX_TRAVERSE_MS = 3;
const MAX_EXPAND_MS = 3;
const CLIQUE = 60;
const MAX_CLIQUE_MS = 200;
const SEEDS = 10;
const WARM_UP = 100;
const SAMPLES = 1_000;
const BATCH = 1_000;
const SEED = 7;
const TENANT = '00000000-0000-7000-8000-000000000001';

/** Measures the embedded graph store alone, on a random graph and on a clique. */
export const graphEngine: Scenario = {
  name: 'graph-engine',
  run: async (context) => {
    const nodes = Math.max(CLIQUE, scaled(context, NODES));
    const samples = scaled(context, SAMPLES);
    const graph = growingGraph(nodes);
    await graph.growTo(scaled(context, EXPANDED_EDGES));
    const expanded = await each(samples, (index) =>
      graph.store.expand(TENANT, {
        start: Array.from({ length: SEEDS }, (_, seed) => ({
          id: idOf(NODE, (index * 7919 + seed * 104_729) % nodes),
          score: 1 / (1 + seed),
        })),
        seedLimit: SEEDS,
        maxDepth: 2,
        damping: 0.5,
        maxReached: 30,
      }),
    );
    await graph.growTo(scaled(context, TRAVERSED_EDGES));
    const traversed = await each(samples, (index) =>
      traverse(graph.store, idOf(NODE, (index * 7919) % nodes), 3),
    );
    await graph.store.close();
    const line = (name: string, timesMs: number[], atMost: number, note: string): Figure => ({
      scenario: 'graph-engine',
      name,
      unit: 'ms',
      ...percentilesOf(summarize(timesMs)),
      targets: [{ of: 'p50', atMost }],
      note,
    });
    const clique = await measureClique(Math.max(1, samples / 10));
    const size = (edges: number) => `${nodes} nodes, ${scaled(context, edges)} edges`;
    return [
      line(`expansion of ${SEEDS} seeds, depth 2`, expanded, MAX_EXPAND_MS, size(EXPANDED_EDGES)),
      line('traverse, depth 3', traversed, MAX_TRAVERSE_MS, size(TRAVERSED_EDGES)),
      line('traverse, depth 10', clique, MAX_CLIQUE_MS, `clique of ${CLIQUE} nodes; up to the path limit`),
    ];
  },
};

async function measureClique(samples: number): Promise<number[]> {
  const store = emptyStore();
  const edges = [];
  for (let from = 0; from < CLIQUE; from++) {
    for (let to = 0; to < from; to++) edges.push(edgeOf(edges.length, from, to, 0.9));
  }
  await traverse(store, idOf(NODE, 0), 1);
  await store.upsertEdges(TENANT, edges);
  const timesMs = await each(samples, (index) => traverse(store, idOf(NODE, index % CLIQUE), 10));
  await store.close();
  return timesMs;
}

/** Creates a graph store that loads no edges. Its edges come only from `upsertEdges`. */
function emptyStore(): EmbeddedGraphStore {
  return createEmbeddedGraphStore({
    loadEdges: async function* () {},
    loadWindows: async function* () {},
    maxBytes: 1e9,
  });
}

function growingGraph(nodes: number): { store: EmbeddedGraphStore; growTo(edges: number): Promise<void> } {
  const store = emptyStore();
  const random = createRandom(SEED);
  let made = 0;
  return {
    store,
    growTo: async (edges) => {
      // The store ignores updates of a tenant until the tenant is loaded.
      await traverse(store, idOf(NODE, 0), 1);
      while (made < edges) {
        const batch = [];
        for (; batch.length < BATCH && made < edges; made++) {
          const from = Math.floor(random() * nodes);
          const to = (from + 1 + Math.floor(random() * (nodes - 1))) % nodes;
          batch.push(edgeOf(made, from, to, random()));
        }
        await store.upsertEdges(TENANT, batch);
      }
    },
  };
}

function traverse(store: EmbeddedGraphStore, startId: string, maxDepth: number): Promise<unknown> {
  return store.traverse(TENANT, { startId, maxDepth, direction: 'ANY' });
}

async function each(samples: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const timesMs: number[] = [];
  for (let index = -WARM_UP; index < samples; index++) {
    const startedAt = performance.now();
    await work(Math.abs(index));
    if (index >= 0) timesMs.push(performance.now() - startedAt);
  }
  return timesMs;
}

const NODE = '9000';
const EDGE = 'a000';

/** Returns an id that sorts by its number, like the ids of memories and relationships. */
function idOf(kind: string, number: number): string {
  return `00000000-0000-7000-${kind}-${number.toString(16).padStart(12, '0')}`;
}

function edgeOf(number: number, from: number, to: number, strength: number) {
  return {
    id: idOf(EDGE, number),
    fromId: idOf(NODE, from),
    toId: idOf(NODE, to),
    type: 'supports',
    directionType: 'DIRECTED' as const,
    strength,
    confidence: 0.8,
    isActive: true,
    revision: 1,
  };
}
