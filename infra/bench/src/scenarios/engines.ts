import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBuiltinEmbedder,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorIndex,
} from '@loci/search-service/embedded';
import type { Visibility } from '@loci/search-service/embedded';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { scaled } from './scenario.ts';
import type { Scenario, SpeedContext } from './scenario.ts';

const ITEMS = 100_000;
const BATCH = 500;
const QUERIES = 300;
const LIMIT = 200;
/** One of so many items has a period, which the filter compares with the time of the search. */
const ITEMS_PER_PERIOD = 10;
const FILTER_ROUNDS = 4;
const TENANT = '00000000-0000-7000-8000-000000000001';

/** Measures the embedding model and the embedded indexes, without HTTP, PostgreSQL and score fusion. */
export const engines: Scenario = {
  name: 'engines',
  run: async (context) => {
    const directory = await mkdtemp(join(tmpdir(), 'loci-engines-'));
    try {
      return await measure(context, directory);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function measure(context: SpeedContext, directory: string): Promise<Figure[]> {
  const embedder = createBuiltinEmbedder();
  const lost = (): never => {
    throw new Error('An index file was lost during the measurement.');
  };
  const keyword = createEmbeddedKeywordIndex({ directory: join(directory, 'keyword'), onTenantLost: lost });
  const vector = createEmbeddedVectorIndex({
    directory: join(directory, 'vector'),
    model: embedder.model,
    dimension: embedder.dimension,
    onTenantLost: lost,
  });
  const count = scaled(context, ITEMS);
  const spent = { embed: 0, keyword: 0, vector: 0 };
  for (let at = 0; at < count; at += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, count - at) }, (_, i) => item(context, at + i));
    const texts = items.map(({ content }) => content);
    const vectors = await timed(spent, 'embed', () => embedder.embed(texts));
    await timed(spent, 'keyword', () => keyword.upsert(items));
    await timed(spent, 'vector', () =>
      vector.upsert(items.map((one, i) => ({ ...one, vector: vectors[i]! }))),
    );
  }
  const queries = Array.from({ length: QUERIES }, (_, i) => context.texts.question(i));
  const meanings = await embedder.embed(queries);
  const keywordMs = await withAndWithoutFilter(queries, (query, filter) =>
    keyword.search(TENANT, { query, limit: LIMIT, ...filter }),
  );
  const vectorMs = await withAndWithoutFilter(meanings, (meaning, filter) =>
    vector.search(TENANT, { vector: meaning!, limit: LIMIT, ...filter }),
  );
  await Promise.all([keyword.close(), vector.close(), embedder.close()]);
  const rate = (name: string, ms: number): Figure => ({
    scenario: 'engines',
    name,
    unit: '1/s',
    count,
    value: count / (ms / 1000),
  });
  return [
    rate('texts embedded', spent.embed),
    rate('items into the keyword index', spent.keyword),
    rate('items into the vector index', spent.vector),
    ...searchFigures('keyword search', keywordMs),
    ...searchFigures('vector search', vectorMs),
  ];
}

interface FilterSamples {
  plain: number[];
  filtered: number[];
}

/**
 * Measures searches without a filter and with the filter for validity and expiry, in alternating order, so that other load
 * affects both equally.
 */
async function withAndWithoutFilter<T>(
  inputs: readonly T[],
  search: (input: T, options: { filter?: { visibility: Visibility } }) => Promise<unknown>,
): Promise<FilterSamples> {
  const samples: FilterSamples = { plain: [], filtered: [] };
  const now = Date.now();
  const visibility: Visibility = { nowMs: now, endsAfterMs: now, startsByMs: now };
  const run = async (kind: keyof FilterSamples, input: T): Promise<void> => {
    const started = performance.now();
    await search(input, kind === 'plain' ? {} : { filter: { visibility } });
    samples[kind].push(performance.now() - started);
  };
  for (let round = 0; round < FILTER_ROUNDS; round++) {
    for (const input of inputs) {
      await run(round % 2 === 0 ? 'plain' : 'filtered', input);
      await run(round % 2 === 0 ? 'filtered' : 'plain', input);
    }
  }
  return samples;
}

function searchFigures(name: string, { plain, filtered }: FilterSamples): Figure[] {
  const [without, withFilter] = [summarize(plain), summarize(filtered)];
  const filter = 'filter for validity and expiry';
  return [
    { scenario: 'engines', name: `${name}, best ${LIMIT}`, unit: 'ms', ...percentilesOf(without) },
    { scenario: 'engines', name: `${name}, ${filter}`, unit: 'ms', ...percentilesOf(withFilter) },
    {
      scenario: 'engines',
      name: `${name}, ${filter}, added to p50`,
      unit: 'share',
      count: filtered.length,
      value: withFilter!.p50 / without!.p50 - 1,
    },
  ];
}

async function timed<T>(spent: Record<string, number>, key: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  spent[key]! += performance.now() - started;
  return result;
}

const item = (context: SpeedContext, index: number) => {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
  return {
    tenantId: TENANT,
    id: `00000000-0000-7000-9000-${index.toString(16).padStart(12, '0')}`,
    revision: 1,
    content: context.texts.memory(index),
    sourceType: 'direct_input',
    memoryType: 'fact',
    importance: 0.5,
    confidence: 0.8,
    userId: 'bench',
    tags: [],
    createdAt,
    updatedAt: createdAt,
    documentId: null,
    chunkIndex: null,
    totalChunks: null,
    conversationId: null,
    ...(index % ITEMS_PER_PERIOD === 0 && { validUntil: '2999-01-01T00:00:00.000Z' }),
  };
};
