import { firstCodePoints } from '@loci/core';
import { clusterMemories } from '../clusters/cluster-memories.ts';
import type { MemoryCluster } from '../clusters/cluster-memories.ts';
import { findEmergingPatterns } from '../patterns/emerging-patterns.ts';
import type { EmergingPattern } from '../patterns/emerging-patterns.ts';
import { describeRelationships } from '../relationships/relationship-insights.ts';
import type { RelationshipInsight } from '../relationships/relationship-insights.ts';
import { findSpeakers } from '../terms/find-speakers.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import type { TermSource } from '../terms/vocabulary.ts';
import { rankTopics } from '../topics/rank-topics.ts';
import { scoreMemories } from './reflect-score.ts';
import type { ReflectWeights } from './reflect-score.ts';

/** A memory of the window, as the read model keeps it. */
export interface AnalyzedMemory extends TermSource {
  id: string;
  content: string;
  memoryType: string;
  importance: number;
  accessCount: number;
  relationshipCount: number;
  createdAt: Date;
}

/** A memory from the time before the window, to compare with. */
export interface BaselineMemory extends TermSource {
  memoryType: string;
}

export interface ReflectionInput {
  /** All of the window, in creation order. */
  memories: readonly AnalyzedMemory[];
  /** Those just before the window, in creation order. */
  baseline: readonly BaselineMemory[];
  /** Of documents, where they are wanted: counted among the topics. */
  chunks: readonly TermSource[];
  /** Relationships that touch a memory of the window: type to number. */
  relationshipCounts: ReadonlyMap<string, number>;
  weights: ReflectWeights;
  maxMemories: number;
  includePatterns: boolean;
  includeRelationships: boolean;
  includeClusters: boolean;
}

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
const PATTERN_CANDIDATES = 50;
/** Memories that follow each other within this belong to one conversation, as in search (DECISIONS.md "Surroundings"). */
const CONVERSATION_GAP_MS = 30 * 60_000;
/** In fewer memories than this, a word counts that is in one of them only. */
const MIN_MEMORIES_FOR_REPEATED_TERMS = 5;
const EXAMPLE_LENGTH = 80;

/**
 * What stands out in a window of memories. Statistics, topics, clusters and patterns are about the whole
 * window, also when `maxMemories` returns only the best of it.
 *
 * @returns memories by score, ties newest first; switched-off parts are empty
 * @see SPEC.md "Analysis" 1; DECISIONS.md "Analysis"
 */
export function reflectOnMemories(input: ReflectionInput, now: Date): Reflection {
  const { memories, baseline, chunks } = input;
  const windowStart = baseline.length;
  const minMemories = memories.length + chunks.length < MIN_MEMORIES_FOR_REPEATED_TERMS ? 1 : 2;
  const speakers = findSpeakers(memories);
  const vocabulary = buildVocabulary([...baseline, ...memories], speakers);
  const withChunks =
    chunks.length === 0 ? vocabulary : buildVocabulary([...baseline, ...memories, ...chunks], speakers);
  const topics = rankTopics(withChunks, { windowStart, minMemories, limit: Infinity });

  const scores = scoreMemories(memories, input.weights, now);
  const ranked = memories
    .map((memory, at) => ({ ...memory, ageHours: ageHours(memory, now), score: round(scores[at]!, 6) }))
    .sort(
      (a, b) => b.score - a.score || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    )
    .slice(0, input.maxMemories);

  return {
    memories: ranked,
    activeTopics: topics.slice(0, MAX_ACTIVE_TOPICS).map((topic) => topic.label),
    memoryClusters: !input.includeClusters
      ? []
      : clusterMemories(vocabulary, {
          windowStart,
          limit: MAX_CLUSTERS,
          continuesConversation: (at) => continuesConversation(memories, at - windowStart),
        }).map((cluster) => describeCluster(cluster, (at) => memories[at - windowStart]!)),
    emergingPatterns: !input.includePatterns
      ? []
      : findEmergingPatterns({
          vocabulary,
          windowStart,
          topics: rankTopics(vocabulary, { windowStart, minMemories: 2, limit: PATTERN_CANDIDATES }),
          memoryTypes: [...baseline, ...memories].map((memory) => memory.memoryType),
          limit: MAX_PATTERNS,
        }).map((pattern) => describePattern(pattern, memories.length, baseline.length)),
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

function continuesConversation(memories: readonly AnalyzedMemory[], at: number): boolean {
  if (at < 1) return false;
  return memories[at]!.createdAt.getTime() - memories[at - 1]!.createdAt.getTime() <= CONVERSATION_GAP_MS;
}

function describeCluster(cluster: MemoryCluster, memoryAt: (index: number) => AnalyzedMemory) {
  const count = cluster.memories.length;
  const example = firstCodePoints(
    memoryAt(cluster.example).content.replace(/\s+/gu, ' ').trim(),
    EXAMPLE_LENGTH,
  );
  const type = mostFrequent(cluster.memories.map((memory) => memoryAt(memory).memoryType));
  return {
    name: cluster.terms.join(', '),
    memoryCount: count,
    description: `${count} memories about ${joinWithAnd(cluster.terms)}, mostly of type ${type}. For example: "${example}"`,
  };
}

function describePattern(pattern: EmergingPattern, total: number, totalBefore: number) {
  const subject = pattern.kind === 'topic' ? `"${pattern.pattern}"` : `Type ${pattern.pattern}`;
  return {
    pattern: pattern.pattern,
    memoryCount: pattern.memoryCount,
    description:
      `${subject} is on the rise: ${pattern.memoryCount} of these ${total} memories, ` +
      `${pattern.baselineCount} of the ${totalBefore} before them`,
  };
}

function ageHours(memory: AnalyzedMemory, now: Date): number {
  return round(Math.max(0, now.getTime() - memory.createdAt.getTime()) / MS_PER_HOUR, 2);
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
