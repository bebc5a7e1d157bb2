import { describe, expect, test } from '@jest/globals';
import { extractRuns } from '../terms/extract-runs.ts';
import { serializeRuns } from '../terms/serialize-runs.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import { rankTopics } from '../topics/rank-topics.ts';
import { clusterMemories } from './cluster-memories.ts';

const clustersOf = async (texts: readonly string[], windowStart = 0) => {
  const vocabulary = await buildVocabulary(texts.map((text) => ({ runs: serializeRuns(extractRuns(text)) })));
  return clusterMemories(vocabulary, {
    windowStart,
    topics: rankTopics(vocabulary, { windowStart, minMemories: 2, limit: Infinity }),
    limit: 10,
    continuesConversation: () => false,
  });
};

const NOTES = [
  'The PostgreSQL migration adds an index on tenants.',
  'Baked sourdough bread with the rye starter.',
  'PostgreSQL index bloat: reindex the tenants table.',
  'Fed the sourdough starter before lunch.',
  'Migration of the PostgreSQL index took an hour.',
  'Sourdough bread needs a hotter oven.',
  'Saw a heron.',
];

describe('clusterMemories', () => {
  test('puts only memories with a common topic into one cluster', async () => {
    expect((await clustersOf(NOTES)).map((cluster) => cluster.memories)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  test('labels each cluster with its most important terms', async () => {
    const [first, second] = await clustersOf(NOTES);
    expect(first?.terms).toEqual(expect.arrayContaining(['postgresql', 'index']));
    expect(second?.terms[0]).toBe('sourdough');
  });

  test('assigns each memory to at most one cluster', async () => {
    const members = (await clustersOf([...NOTES, ...NOTES])).flatMap((cluster) => cluster.memories);
    expect(new Set(members).size).toBe(members.length);
  });

  test('does not assign memories before windowStart to a cluster', async () => {
    const members = (await clustersOf([...NOTES, ...NOTES], NOTES.length)).flatMap(
      (cluster) => cluster.memories,
    );
    expect(members.every((memory) => memory >= NOTES.length)).toBe(true);
  });

  test('does not form a cluster from a word that only two memories share', async () => {
    expect(await clustersOf(['the heron', 'a heron', 'rye', 'oven'])).toEqual([]);
  });

  test('returns the same clusters for the same memories', async () => {
    expect(await clustersOf(NOTES)).toEqual(await clustersOf(NOTES));
  });

  test('starts at least two new time slices per memory if each time slice ends immediately', async () => {
    const vocabulary = await buildVocabulary(
      Array.from({ length: 100 }, (_, i) => ({ runs: serializeRuns(extractRuns(NOTES[i % NOTES.length]!)) })),
    );
    const topics = rankTopics(vocabulary, { windowStart: 0, minMemories: 2, limit: Infinity });
    const options = { windowStart: 0, topics, limit: 10, continuesConversation: () => true };
    let interruptions = 0;
    await clusterMemories(vocabulary, options, {
      isOver: () => true,
      next: () => Promise.resolve(void interruptions++),
    });
    expect(interruptions).toBeGreaterThanOrEqual(200);
  });

  test('returns no clusters for an empty vocabulary', async () => {
    expect(await clustersOf([])).toEqual([]);
  });
});
