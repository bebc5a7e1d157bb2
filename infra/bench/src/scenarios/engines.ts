import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBuiltinEmbedder,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorIndex,
} from '@loci/search-service/embedded';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { scaled } from './scenario.ts';
import type { Scenario, SpeedContext } from './scenario.ts';

const ITEMS = 100_000;
const BATCH = 500;
const QUERIES = 300;
const LIMIT = 200;
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
  const keywordMs = await each(queries, (query) => keyword.search(TENANT, { query, limit: LIMIT }));
  const vectorMs = await each(meanings, (meaning) =>
    vector.search(TENANT, { vector: meaning!, limit: LIMIT }),
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
    {
      scenario: 'engines',
      name: `keyword search, best ${LIMIT}`,
      unit: 'ms',
      ...percentilesOf(summarize(keywordMs)),
    },
    {
      scenario: 'engines',
      name: `vector search, best ${LIMIT}`,
      unit: 'ms',
      ...percentilesOf(summarize(vectorMs)),
    },
  ];
}

async function timed<T>(spent: Record<string, number>, key: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  spent[key]! += performance.now() - started;
  return result;
}

async function each<T>(inputs: readonly T[], work: (input: T) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (const input of inputs) {
    const started = performance.now();
    await work(input);
    samples.push(performance.now() - started);
  }
  return samples;
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
  };
};
