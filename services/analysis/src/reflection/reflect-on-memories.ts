import { createTimeSlice } from '@loci/async';
import type { TimeSlice } from '@loci/async';
import { firstCodePoints } from '@loci/core';
import { clusterMemories } from '../clusters/cluster-memories.ts';
import type { MemoryCluster } from '../clusters/cluster-memories.ts';
import { findEmergingPatterns } from '../patterns/emerging-patterns.ts';
import type { EmergingPattern } from '../patterns/emerging-patterns.ts';
import { describeRelationships } from '../relationships/relationship-insights.ts';
import type { RelationshipInsight } from '../relationships/relationship-insights.ts';
import { findSpeakers } from '../terms/find-speakers.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import type { TermSource, Vocabulary } from '../terms/vocabulary.ts';
import { mergeEqualTopics } from '../topics/merge-equal-topics.ts';
import { rankTopics } from '../topics/rank-topics.ts';
import { FEW_MEMORIES } from '../topics/select-terms.ts';
import type { Topic } from '../topics/rank-topics.ts';
import { scoreMemories } from './reflect-score.ts';
import type { ReflectWeights } from './reflect-score.ts';

/** Memory of the analyzed time window. */
export interface AnalyzedMemory extends TermSource {
  id: string;
  content: string;
  memoryType: string;
  /** Importance from 0 to 1. */
  importance: number;
  accessCount: number;
  /** Number of incoming and outgoing relationships. */
  relationshipCount: number;
  createdAt: Date;
  /** Time of the event that the memory describes. Determines the age and the order. */
  occurredAt: Date;
}

/** Memory that was created before the analyzed time window. */
export interface BaselineMemory extends TermSource {
  memoryType: string;
}

export interface ReflectionInput {
  /** All memories of the time window, in the order of creation. */
  memories: readonly AnalyzedMemory[];
  /** Memories that directly precede the window, in the order of creation. The window is compared with them. */
  baseline: readonly BaselineMemory[];
  /** Document chunks of the window. They only contribute to the topics. */
  chunks: readonly TermSource[];
  /** Number of relationships of these memories, by relationship type. */
  relationshipCounts: ReadonlyMap<string, number>;
  weights: ReflectWeights;
  /** Maximum number of returned memories. At least 1. */
  maxMemories: number;
  includePatterns: boolean;
  includeRelationships: boolean;
  includeClusters: boolean;
}

/** Result of a reflection. @see docs/reference/analysis.md#reflect-response */
export interface Reflection {
  memories: (AnalyzedMemory & { ageHours: number; score: number })[];
  activeTopics: string[];
  memoryClusters: { name: string; memoryCount: number; description: string }[];
  emergingPatterns: { pattern: string; memoryCount: number; description: string }[];
  relationshipInsights: RelationshipInsight[];
  statistics: {
    totalMemoriesAnalyzed: number;
    memoriesReturned: number;
    averageAgeHours: number;
    averageImportance: number;
    totalAccessCount: number;
    uniqueTopics: number;
  };
}

const MS_PER_HOUR = 3_600_000;
const MAX_ACTIVE_TOPICS = 10;
const MAX_CLUSTERS = 10;
const MAX_PATTERNS = 5;
const MAX_PATTERN_TOPICS = 50;
/** Maximum time between two consecutive memories of a conversation, as in the memory service. */
const CONVERSATION_GAP_MS = 30 * 60_000;
/**
 * Minimum total number of memories and chunks in a window for which a topic must occur in at least two of
 * them. In smaller windows, terms of a single memory are topics if no term occurs in two or more memories.
 */
const MIN_MEMORIES_FOR_REPEATED_TERMS = 5;
/** Maximum length of the quotation in the description of a cluster, in code points. */
const MAX_QUOTATION_LENGTH = 80;

/**
 * Computes the reflection on the memories of a time window. Statistics, topics, clusters and patterns cover
 * all of them. `maxMemories` only limits the returned memories.
 *
 * Runs in time slices, because the computation takes up to seconds for 1,000 long memories.
 *
 * @returns memories by descending score, ties newest first. Parts whose `include…` option is false are empty.
 * @see docs/reference/analysis.md#reflect
 */
export async function reflectOnMemories(input: ReflectionInput, now: Date): Promise<Reflection> {
  const slice = createTimeSlice();
  const inSlice = async <T>(step: () => T): Promise<T> => {
    if (slice.isOver()) await slice.next();
    return step();
  };
  const { memories, baseline, chunks } = input;
  const windowStart = baseline.length;
  const speakers = findSpeakers(memories);
  const vocabulary = await buildVocabulary([...baseline, ...memories], speakers, slice);
  const vocabularyWithChunks =
    chunks.length === 0
      ? vocabulary
      : await buildVocabulary([...baseline, ...memories, ...chunks], speakers, slice);
  const repeated = await inSlice(() =>
    rankTopics(vocabulary, { windowStart, minMemories: 2, limit: Infinity }),
  );
  // `findTopics` would rank the same terms again.
  const isSameRanking = chunks.length === 0 && vocabulary.termsOfMemory.length > FEW_MEMORIES;
  const found = await inSlice(() =>
    findTopics(vocabularyWithChunks, windowStart, isSameRanking ? repeated : undefined),
  );
  const topics = await inSlice(() => mergeEqualTopics(vocabularyWithChunks, found, windowStart));
  const ranked = await inSlice(() => rankMemories(input, now));
  const clusters = input.includeClusters ? await describeClusters(input, vocabulary, repeated, slice) : [];
  const patterns = await inSlice(() =>
    input.includePatterns ? describePatterns(input, vocabulary, repeated) : [],
  );
  return {
    memories: ranked,
    activeTopics: topics.slice(0, MAX_ACTIVE_TOPICS).map((topic) => topic.label),
    memoryClusters: clusters,
    emergingPatterns: patterns,
    relationshipInsights: input.includeRelationships ? describeRelationships(input.relationshipCounts) : [],
    statistics: {
      totalMemoriesAnalyzed: memories.length,
      memoriesReturned: ranked.length,
      averageAgeHours: round(average(memories.map((memory) => ageHours(memory, now))), 2),
      averageImportance: round(average(memories.map((memory) => memory.importance)), 4),
      totalAccessCount: memories.reduce((sum, memory) => sum + memory.accessCount, 0),
      uniqueTopics: topics.length,
    },
  };
}

/**
 * Returns the topics of the window by descending score. Topics of the same memories are not merged yet.
 *
 * @param known topics of at least two memories of the window, if they are already known
 */
function findTopics(vocabulary: Vocabulary, windowStart: number, known: Topic[] | undefined): Topic[] {
  const options = { windowStart, limit: Infinity, includeFrequentTags: true };
  const repeated = known ?? rankTopics(vocabulary, { ...options, minMemories: 2 });
  const isSmallWindow = vocabulary.termsOfMemory.length - windowStart < MIN_MEMORIES_FOR_REPEATED_TERMS;
  return repeated.length === 0 && isSmallWindow
    ? rankTopics(vocabulary, { ...options, minMemories: 1 })
    : repeated;
}

function rankMemories(
  { memories, weights, maxMemories }: ReflectionInput,
  now: Date,
): Reflection['memories'] {
  const scores = scoreMemories(memories, weights, now);
  return memories
    .map((memory, i) => ({ ...memory, ageHours: ageHours(memory, now), score: round(scores[i]!, 6) }))
    .sort(
      (a, b) =>
        b.score - a.score || b.occurredAt.getTime() - a.occurredAt.getTime() || (a.id < b.id ? 1 : -1),
    )
    .slice(0, maxMemories);
}

async function describeClusters(
  { memories, baseline }: ReflectionInput,
  vocabulary: Vocabulary,
  topics: readonly Topic[],
  slice: TimeSlice,
): Promise<Reflection['memoryClusters']> {
  const windowStart = baseline.length;
  const options = {
    windowStart,
    topics,
    limit: MAX_CLUSTERS,
    continuesConversation: (index: number) => continuesConversation(memories, index - windowStart),
  };
  const clusters = await clusterMemories(vocabulary, options, slice);
  return clusters.map((cluster) => describeCluster(cluster, (index) => memories[index - windowStart]!));
}

function describePatterns(
  { memories, baseline }: ReflectionInput,
  vocabulary: Vocabulary,
  topics: readonly Topic[],
): Reflection['emergingPatterns'] {
  const windowStart = baseline.length;
  const patterns = findEmergingPatterns({
    vocabulary,
    windowStart,
    topics: topics.slice(0, MAX_PATTERN_TOPICS),
    memoryTypes: [...baseline, ...memories].map((memory) => memory.memoryType),
    limit: MAX_PATTERNS,
  });
  return patterns.map((pattern) => describePattern(pattern, memories.length, baseline.length));
}

function continuesConversation(memories: readonly AnalyzedMemory[], index: number): boolean {
  const memory = memories[index];
  const previous = memories[index - 1];
  // Other memories, such as imported notes, often follow each other without a common topic.
  if (memory?.memoryType !== 'conversation' || previous?.memoryType !== 'conversation') return false;
  return memory.occurredAt.getTime() - previous.occurredAt.getTime() <= CONVERSATION_GAP_MS;
}

function describeCluster(cluster: MemoryCluster, memoryAt: (index: number) => AnalyzedMemory) {
  const count = cluster.memories.length;
  const quotation = firstCodePoints(
    memoryAt(cluster.representative).content.replace(/\s+/gu, ' ').trim(),
    MAX_QUOTATION_LENGTH,
  );
  const type = mostFrequent(cluster.memories.map((memory) => memoryAt(memory).memoryType));
  return {
    name: cluster.terms.join(', '),
    memoryCount: count,
    description: `${count} memories about ${joinWithAnd(cluster.terms)}, mostly of type ${type}. For example: "${quotation}"`,
  };
}

function describePattern(pattern: EmergingPattern, windowSize: number, baselineSize: number) {
  const subject = pattern.kind === 'topic' ? `"${pattern.pattern}"` : `Type ${pattern.pattern}`;
  return {
    pattern: pattern.pattern,
    memoryCount: pattern.memoryCount,
    description:
      `${subject} is more frequent than before: ${pattern.memoryCount} of these ${windowSize} memories, ` +
      `${pattern.baselineCount} of the ${baselineSize} before them`,
  };
}

function ageHours(memory: AnalyzedMemory, now: Date): number {
  return round(Math.max(0, now.getTime() - memory.occurredAt.getTime()) / MS_PER_HOUR, 2);
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

function joinWithAnd(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
