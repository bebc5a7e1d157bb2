import { describe, expect, test } from '@jest/globals';
import { extractRuns } from '../terms/extract-runs.ts';
import { serializeRuns } from '../terms/serialize-runs.ts';
import { reflectOnMemories } from './reflect-on-memories.ts';
import { DEFAULT_WEIGHTS } from './reflect-score.ts';

const now = new Date('2026-06-15T12:00:00Z');

interface Text {
  content: string;
  tags?: string[];
}

const kubernetes = (n: number): Text => ({
  content: `Kubernetes scheduling note ${n}: the scheduler places pods by resource requests and affinity`,
  tags: ['kubernetes'],
});
const gardening = (n: number): Text => ({
  content: `Gardening journal ${n}: tomatoes and basil planted together in the greenhouse`,
  tags: ['gardening'],
});
const withoutTags = ({ content }: Text): Text => ({ content });
const times = (count: number, text: (n: number) => Text): Text[] =>
  Array.from({ length: count }, (_, n) => text(n + 1));

/** Reflects on memories without a baseline, as in a tenant that contains only them. */
async function reflect(texts: readonly Text[]) {
  const { activeTopics, memoryClusters } = await reflectOnMemories(
    {
      memories: texts.map(({ content, tags = [] }, n) => ({
        id: String(n).padStart(6, '0'),
        content,
        memoryType: 'fact',
        importance: 0.5,
        accessCount: 0,
        relationshipCount: 0,
        createdAt: new Date(now.getTime() - (texts.length - n) * 60_000),
        occurredAt: new Date(now.getTime() - (texts.length - n) * 60_000),
        runs: serializeRuns(extractRuns(content)),
        tags,
      })),
      baseline: [],
      chunks: [],
      relationshipCounts: new Map(),
      weights: DEFAULT_WEIGHTS,
      maxMemories: 50,
      includePatterns: false,
      includeRelationships: false,
      includeClusters: true,
    },
    now,
  );
  return { activeTopics, sizes: memoryClusters.map(({ memoryCount }) => memoryCount), memoryClusters };
}

describe('reflection in a tenant with few memories', () => {
  test.each([2, 3, 4, 5, 6, 8, 10, 13, 17, 25])(
    'finds two topics and two clusters in two groups of %i memories with templated texts and tags',
    async (size) => {
      const { activeTopics, sizes } = await reflect([...times(size, kubernetes), ...times(size, gardening)]);
      expect([...activeTopics].sort()).toEqual(['gardening', 'kubernetes']);
      expect(sizes).toEqual([size, size]);
    },
  );

  test.each([2, 3, 6, 13, 25])(
    'finds two topics and two clusters in two groups of %i memories with templated texts without tags',
    async (size) => {
      const texts = [...times(size, kubernetes), ...times(size, gardening)].map(withoutTags);
      const { activeTopics, sizes } = await reflect(texts);
      expect(activeTopics).toHaveLength(2);
      expect(sizes).toEqual([size, size]);
    },
  );

  test('finds the same topics and clusters if the memories of both groups alternate', async () => {
    const texts = times(6, kubernetes).flatMap((text, n) => [text, gardening(n)]);
    const { activeTopics, sizes } = await reflect(texts);
    expect([...activeTopics].sort()).toEqual(['gardening', 'kubernetes']);
    expect(sizes).toEqual([6, 6]);
  });

  test.each([
    [10, 2],
    [20, 3],
    [30, 20],
  ])('finds one topic per group in groups of %i and %i memories', async (many, few) => {
    const { activeTopics, sizes } = await reflect([...times(many, kubernetes), ...times(few, gardening)]);
    expect([...activeTopics].sort()).toEqual(['gardening', 'kubernetes']);
    expect(sizes).toEqual([many, few]);
  });

  test('does not return a word that all memories of both groups contain', async () => {
    const note = ({ content, tags }: Text): Text => ({ content: `Notebook: ${content}`, tags: tags ?? [] });
    const { activeTopics, sizes } = await reflect(
      [...times(6, kubernetes), ...times(6, gardening)].map(note),
    );
    expect([...activeTopics].sort()).toEqual(['gardening', 'kubernetes']);
    expect(sizes).toEqual([6, 6]);
  });

  test.each([3, 4, 9, 10, 12, 30, 50])(
    'finds one topic and one cluster in a tenant with one topic and %i memories',
    async (size) => {
      expect(await reflect(times(size, gardening))).toMatchObject({
        activeTopics: ['gardening'],
        sizes: [size],
      });
      const { activeTopics, sizes } = await reflect(times(size, gardening).map(withoutTags));
      expect(activeTopics).toHaveLength(1);
      expect(sizes).toEqual([size]);
    },
  );

  test('returns the tags of memories whose texts have no word in common as topics', async () => {
    const words = ['apple', 'bridge', 'copper', 'desert', 'engine', 'feather', 'garden', 'hammer'];
    const { activeTopics } = await reflect(
      words.map((word, n) => ({ content: `A ${word}.`, tags: [n < 4 ? 'machine-learning' : 'cooking'] })),
    );
    expect([...activeTopics].sort()).toEqual(['cooking', 'machine learning']);
  });

  test('returns a tag that all memories have as a topic', async () => {
    const words = [
      'apple',
      'apple',
      'bridge',
      'bridge',
      'copper',
      'copper',
      'desert',
      'desert',
      'engine',
      'engine',
    ];
    const { activeTopics } = await reflect(
      words.map((word) => ({ content: `A ${word}.`, tags: ['journal'] })),
    );
    expect(activeTopics).toContain('journal');
  });

  test('counts a tag and the same word in the text as one topic', async () => {
    const { activeTopics } = await reflect([
      { content: 'We planted tomatoes.', tags: ['garden'] },
      { content: 'The gardens need water.' },
      { content: 'A train leaves at six.' },
      { content: 'The violin is out of tune.' },
    ]);
    expect(activeTopics).toEqual(['garden']);
  });
});
