import { describe, expect, test } from '@jest/globals';
import { extractRuns } from '../terms/extract-runs.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import { clusterMemories } from './cluster-memories.ts';

const clustersOf = (texts: readonly string[], windowStart = 0) =>
  clusterMemories(buildVocabulary(texts.map((text) => ({ runs: extractRuns(text) }))), {
    windowStart,
    limit: 10,
    continuesConversation: () => false,
  });

const NOTES = [
  'The PostgreSQL migration adds an index on tenants.',
  'Baked sourdough bread with the rye starter.',
  'PostgreSQL index bloat: reindex the tenants table.',
  'Fed the sourdough starter before lunch.',
  'Migration of the PostgreSQL index took an hour.',
  'Sourdough bread needs a hotter oven.',
  'Saw a heron.',
];

describe('clusterMemories (SPEC.md "Analysis" 1: memory_clusters)', () => {
  test('groups memories by theme and leaves the rest outside', () => {
    expect(clustersOf(NOTES).map((cluster) => cluster.memories)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  test('names a cluster by its telling words', () => {
    const [first, second] = clustersOf(NOTES);
    expect(first?.terms).toEqual(expect.arrayContaining(['postgresql', 'index']));
    expect(second?.terms[0]).toBe('sourdough');
  });

  test('each memory is in one cluster at most', () => {
    const members = clustersOf([...NOTES, ...NOTES]).flatMap((cluster) => cluster.memories);
    expect(new Set(members).size).toBe(members.length);
  });

  test('the background is not grouped', () => {
    expect(
      clustersOf([...NOTES, ...NOTES], NOTES.length)
        .flatMap((c) => c.memories)
        .every((at) => at >= 7),
    ).toBe(true);
  });

  test('a word that two memories share is a coincidence', () => {
    expect(clustersOf(['the heron', 'a heron', 'rye', 'oven'])).toEqual([]);
  });

  test('the same memories give the same clusters', () => {
    expect(clustersOf(NOTES)).toEqual(clustersOf(NOTES));
  });

  test('no memories, no clusters', () => {
    expect(clustersOf([])).toEqual([]);
  });
});
