import { codePointLength } from '@loci/core';
import { stopWordsFor } from '../terms/stop-words.ts';
import { describeRelationships } from '../relationships/relationship-insights.ts';
import type { RelationshipInsight } from '../relationships/relationship-insights.ts';

/** Number of memories that key topics are selected from. */
const TOPIC_MEMORIES = 10;
/** Minimum length of a key topic, in code points. */
const MIN_TOPIC_LENGTH = 6;
const MAX_TOPICS = 5;
const MS_PER_HOUR = 3_600_000;

export interface SummarizedMemory {
  content: string;
  memoryType: string;
  importance: number;
  occurredAt: Date;
}

export interface MemorySummary {
  summary: string;
  memoryCount: number;
  /** Number of memories by type, most frequent type first. */
  memoryTypes: Record<string, number>;
  relationships: RelationshipInsight[];
  timeRange: { oldest: Date | null; newest: Date | null; spanHours: number };
}

/**
 * Summarizes memories as a text and as statistics.
 *
 * @param memories memories to summarize. The first {@link TOPIC_MEMORIES} provide the key topics.
 * @param relationshipCounts number of relationships by type. Null excludes relationships from the summary.
 * @see docs/reference/analysis.md#summarize
 */
export function summarizeMemories(
  memories: readonly SummarizedMemory[],
  relationshipCounts: ReadonlyMap<string, number> | null,
): MemorySummary {
  if (memories.length === 0) {
    return {
      summary: 'No memories found',
      memoryCount: 0,
      memoryTypes: {},
      relationships: [],
      timeRange: { oldest: null, newest: null, spanHours: 0 },
    };
  }
  const memoryTypes = countTypes(memories);
  const topics = keyTopics(memories);
  const relationships = describeRelationships(relationshipCounts ?? new Map());
  const averageImportance = memories.reduce((sum, memory) => sum + memory.importance, 0) / memories.length;
  const times = memories.map((memory) => memory.occurredAt.getTime());
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];

  const types = Object.entries(memoryTypes).map(([type, count]) => `${count} ${type}`);
  const related = relationships.map(({ type, count }) => `${count} ${type}`);
  const sentences = [
    `${memories.length} ${memories.length === 1 ? 'memory' : 'memories'}: ${types.join(', ')}.`,
    ...(topics.length === 0 ? [] : [`Key topics: ${topics.join(', ')}.`]),
    ...(relationshipCounts === null
      ? []
      : [`Relationships: ${related.length === 0 ? 'none' : related.join(', ')}.`]),
    `Average importance: ${averageImportance.toFixed(2)}.`,
  ];
  return {
    summary: sentences.join(' '),
    memoryCount: memories.length,
    memoryTypes,
    relationships,
    timeRange: {
      oldest: new Date(oldest),
      newest: new Date(newest),
      spanHours: Math.round(((newest - oldest) / MS_PER_HOUR) * 100) / 100,
    },
  };
}

/**
 * Returns the most frequent words of at least {@link MIN_TOPIC_LENGTH} characters in the first {@link TOPIC_MEMORIES}
 * memories, excluding stop words. Ties are in the order of the first occurrence.
 */
export function keyTopics(memories: readonly { content: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { content } of memories.slice(0, TOPIC_MEMORIES)) {
    const words =
      content
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    const isStopWord = stopWordsFor(words);
    for (const word of words) {
      if (codePointLength(word) < MIN_TOPIC_LENGTH || !/\p{L}/u.test(word) || isStopWord(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_TOPICS)
    .map(([word]) => word);
}

function countTypes(memories: readonly { memoryType: string }[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { memoryType } of memories) counts.set(memoryType, (counts.get(memoryType) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([typeA, a], [typeB, b]) => b - a || (typeA < typeB ? -1 : 1)));
}
