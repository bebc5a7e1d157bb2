import { countMemories } from '../topics/rank-topics.ts';
import type { Topic } from '../topics/rank-topics.ts';
import type { Vocabulary } from '../terms/vocabulary.ts';

export interface EmergingPattern {
  /** A topic's label, or a memory type. */
  pattern: string;
  kind: 'topic' | 'memory_type';
  /** In how many memories of the window, and of the time before it. */
  memoryCount: number;
  baselineCount: number;
  /** How sure the rise is, in standard deviations. */
  zScore: number;
}

/** Fewer memories than this are an anecdote. */
const MIN_MEMORIES = 3;
/** One chance in a hundred that a single topic rises so by itself. */
const MIN_Z_SCORE = 2.33;

export interface EmergingPatternsInput {
  /** Of the memories before the window and of the window, in creation order. */
  vocabulary: Vocabulary;
  windowStart: number;
  /** The candidates, of this vocabulary. */
  topics: readonly Topic[];
  /** The memory type of each memory of the vocabulary. */
  memoryTypes: readonly string[];
  limit: number;
}

/**
 * Topics and memory types that take a greater share of the window than of the time before it. With
 * nothing before the window there is nothing to rise from, and the answer is empty.
 *
 * @returns surest first
 * @see Monroe, Colaresi and Quinn 2008, "Fightin' Words", for the z-score of log-odds
 */
export function findEmergingPatterns(input: EmergingPatternsInput): EmergingPattern[] {
  const { vocabulary, windowStart, topics, memoryTypes, limit } = input;
  const before = windowStart;
  const now = vocabulary.termsOfMemory.length - windowStart;
  if (before === 0 || now === 0) return [];

  const countsBefore = countMemories(vocabulary, 0, windowStart);
  const candidates: Omit<EmergingPattern, 'certainty'>[] = topics.map((topic) => ({
    pattern: topic.label,
    kind: 'topic',
    memoryCount: topic.memoryCount,
    memoryCountBefore: countsBefore[topic.term]!,
  }));
  for (const memoryType of new Set(memoryTypes.slice(windowStart))) {
    candidates.push({
      pattern: memoryType,
      kind: 'memory_type',
      memoryCount: memoryTypes.slice(windowStart).filter((type) => type === memoryType).length,
      baselineCount: memoryTypes.slice(0, windowStart).filter((type) => type === memoryType).length,
    });
  }
  return candidates
    .map((candidate) => ({
      ...candidate,
      certainty: logOddsZScore(candidate.memoryCount, now, candidate.baselineCount, before),
    }))
    .filter((pattern) => pattern.memoryCount >= MIN_MEMORIES && pattern.certainty >= MIN_Z_SCORE)
    .sort((a, b) => b.certainty - a.certainty || (a.pattern < b.pattern ? -1 : 1))
    .slice(0, limit);
}

/** z-score of the log-odds ratio of two shares, each smoothed by half a memory. */
export function logOddsZScore(
  count: number,
  total: number,
  countBefore: number,
  totalBefore: number,
): number {
  const logOdds = (part: number, whole: number) => Math.log((part + 0.5) / (whole - part + 0.5));
  const variance =
    1 / (count + 0.5) +
    1 / (total - count + 0.5) +
    1 / (countBefore + 0.5) +
    1 / (totalBefore - countBefore + 0.5);
  return (logOdds(count, total) - logOdds(countBefore, totalBefore)) / Math.sqrt(variance);
}
