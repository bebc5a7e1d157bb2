import { describe, expect, test } from '@jest/globals';
import { extractRuns } from '../terms/extract-runs.ts';
import { serializeRuns } from '../terms/serialize-runs.ts';
import { reflectOnMemories } from './reflect-on-memories.ts';
import type { AnalyzedMemory, ReflectionInput } from './reflect-on-memories.ts';
import { DEFAULT_WEIGHTS } from './reflect-score.ts';

const now = new Date('2026-06-15T12:00:00Z');
let memoryCount = 0;
function memory(content: string, more: Partial<AnalyzedMemory> = {}): AnalyzedMemory {
  return {
    id: String(memoryCount++).padStart(6, '0'),
    content,
    memoryType: 'fact',
    importance: 0.5,
    accessCount: 0,
    relationshipCount: 0,
    createdAt: new Date(now.getTime() - 3_600_000),
    occurredAt: more.createdAt ?? new Date(now.getTime() - 3_600_000),
    runs: serializeRuns(extractRuns(content)),
    ...more,
  };
}
const reflect = (input: Partial<ReflectionInput>) =>
  reflectOnMemories(
    {
      memories: [],
      baseline: [],
      chunks: [],
      relationshipCounts: new Map(),
      weights: DEFAULT_WEIGHTS,
      maxMemories: 50,
      includePatterns: true,
      includeRelationships: true,
      includeClusters: true,
      ...input,
    },
    now,
  );
const times = (count: number, make: (index: number) => AnalyzedMemory) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('reflectOnMemories', () => {
  test('returns memories by descending score with their age in hours', async () => {
    const { memories } = await reflect({
      memories: [
        memory('old', { createdAt: new Date('2026-06-01T12:00:00Z') }),
        memory('new'),
        memory('important', { importance: 1 }),
      ],
    });
    expect(memories.map((m) => [m.content, m.ageHours])).toEqual([
      ['important', 1],
      ['new', 1],
      ['old', 336],
    ]);
    expect(memories[1]!.score).toBeCloseTo(0.4 * 2 ** (-1 / 168) + 0.1, 5);
  });

  test('returns at most maxMemories memories, but analyzes all given memories', async () => {
    const { memories, statistics } = await reflect({
      memories: times(8, () => memory('piano', { accessCount: 2 })),
      maxMemories: 3,
    });
    expect(memories).toHaveLength(3);
    expect(statistics).toEqual({
      totalMemoriesAnalyzed: 8,
      memoriesReturned: 3,
      averageAgeHours: 1,
      averageImportance: 0.5,
      totalAccessCount: 16,
      uniqueTopics: 1,
    });
  });

  test('returns the topics of a single memory', async () => {
    expect(
      (await reflect({ memories: [memory('We chose PostgreSQL for the ledger.')] })).activeTopics,
    ).toEqual(['chose', 'postgresql', 'ledger']);
  });

  test('returns the topics of a single memory that many memories precede', async () => {
    const { activeTopics } = await reflect({
      baseline: times(60, (i) => memory(`word${i}`)),
      memories: [memory('We chose PostgreSQL for the ledger.')],
    });
    expect(activeTopics).toEqual(['chose', 'postgresql', 'ledger']);
  });

  describe('with document chunks', () => {
    const chunks = times(3, () => memory('All about beekeeping.'));
    const memories = times(6, (i) => memory(i < 2 ? 'piano' : `hello`));

    test('includes the words of the chunks in the topics', async () => {
      expect((await reflect({ memories, chunks })).activeTopics).toEqual(
        expect.arrayContaining(['beekeeping', 'piano']),
      );
    });

    test('does not count the chunks as analyzed memories', async () => {
      expect((await reflect({ memories, chunks })).statistics.totalMemoriesAnalyzed).toBe(6);
    });

    test('returns only the topics of memories if the input has no chunks', async () => {
      expect((await reflect({ memories })).activeTopics).toEqual(['piano']);
    });
  });

  describe('with a topic and a memory type that are new in the window', () => {
    const input = {
      baseline: times(30, () => memory('Watered the tomatoes.')),
      memories: times(10, (i) =>
        memory(i < 5 ? 'Marathon training: long run.' : 'hello', { memoryType: i < 5 ? 'task' : 'fact' }),
      ),
      relationshipCounts: new Map([['supports', 2]]),
    };

    test('describes clusters with their size, type and a quotation', async () => {
      expect((await reflect(input)).memoryClusters).toEqual([
        {
          name: expect.stringContaining('marathon training'),
          memoryCount: 5,
          description: expect.stringMatching(
            /^5 memories about .*, mostly of type task\. For example: "Marathon training: long run\."$/u,
          ),
        },
      ]);
    });

    test('describes emerging patterns with their counts in the window and in the baseline', async () => {
      expect((await reflect(input)).emergingPatterns).toContainEqual({
        pattern: 'task',
        memoryCount: 5,
        description:
          'Type task is more frequent than before: 5 of these 10 memories, 0 of the 30 before them',
      });
    });

    test('describes the relationships of each type', async () => {
      expect((await reflect(input)).relationshipInsights).toEqual([
        { type: 'supports', count: 2, description: '2 relationships: a memory supports another' },
      ]);
    });

    test.each([
      ['includeClusters', 'memoryClusters'],
      ['includePatterns', 'emergingPatterns'],
      ['includeRelationships', 'relationshipInsights'],
    ] as const)('if %s is false, returns an empty %s', async (option, part) => {
      const reflection = await reflect({ ...input, [option]: false });
      expect(reflection[part]).toEqual([]);
      expect(reflection.memories).toHaveLength(10);
    });
  });

  test('returns empty lists and zeros if there are no memories', async () => {
    expect(await reflect({})).toEqual({
      memories: [],
      activeTopics: [],
      memoryClusters: [],
      emergingPatterns: [],
      relationshipInsights: [],
      statistics: {
        totalMemoriesAnalyzed: 0,
        memoriesReturned: 0,
        averageAgeHours: 0,
        averageImportance: 0,
        totalAccessCount: 0,
        uniqueTopics: 0,
      },
    });
  });

  test('reflectOnMemories does not block the event loop while it analyzes 1,000 long memories', async () => {
    const memories = times(1_000, (i) =>
      memory(Array.from({ length: 400 }, (_, w) => `w${(i * 7 + w * w * 13) % 4_000}ord`).join(' ')),
    );
    let longestMs = 0;
    let last = performance.now();
    const measure = () => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    };
    const timer = setInterval(measure, 1);
    const start = performance.now();
    await reflect({ memories });
    const totalMs = performance.now() - start;
    measure();
    clearInterval(timer);
    expect(longestMs).toBeLessThan(totalMs / 3);
  });

  test('returns at most 10 clusters and 10 topics for 1,000 memories with 400 different words', async () => {
    const memories = times(1_000, (i) =>
      memory(Array.from({ length: 30 }, (_, w) => `w${(i * 7 + w * 13) % 400}ord`).join(' ')),
    );
    const reflection = await reflect({ memories, maxMemories: 1_000 });
    expect(reflection.memories).toHaveLength(1_000);
    expect(reflection.memoryClusters.length).toBeLessThanOrEqual(10);
    expect(reflection.activeTopics.length).toBeLessThanOrEqual(10);
  });
});
