import { countDocumentFrequencies } from '../topics/rank-topics.ts';
import type { Topic } from '../topics/rank-topics.ts';
import type { Vocabulary } from '../terms/vocabulary.ts';

export interface EmergingPattern {
  /** Label of a topic, or a memory type. */
  pattern: string;
  kind: 'topic' | 'memory_type';
  /** Number of memories in the window that have the pattern. */
  memoryCount: number;
  /** Number of memories in the baseline that have the pattern. */
  baselineCount: number;
  /** z-score of the increase of the share, as computed by `logOddsZScore`. */
  zScore: number;
}

/** Minimum number of memories of a pattern in the window. */
const MIN_MEMORIES = 3;
/** Critical z-score for a one-sided significance level of 1 %. */
const MIN_Z_SCORE = 2.33;

export interface EmergingPatternsInput {
  /** Terms of the baseline memories and then the window memories, in the order of creation. */
  vocabulary: Vocabulary;
  /** Index of the first memory of the window. Earlier memories are the baseline. */
  windowStart: number;
  /** Candidate topics of the vocabulary. */
  topics: readonly Topic[];
  /** Memory type of each memory of the vocabulary. */
  memoryTypes: readonly string[];
  /** Maximum number of patterns. At least 1. */
  limit: number;
}

/**
 * Finds topics and memory types whose share of the window is significantly greater than their share of the baseline.
 *
 * @returns patterns by descending z-score, ties by name. Empty if the baseline or the window is empty.
 * @see Monroe, Colaresi and Quinn 2008, "Fightin' Words", for the z-score of log-odds
 */
export function findEmergingPatterns(input: EmergingPatternsInput): EmergingPattern[] {
  const { vocabulary, windowStart, topics, memoryTypes, limit } = input;
  const baselineSize = windowStart;
  const windowSize = vocabulary.termsOfMemory.length - windowStart;
  if (baselineSize === 0 || windowSize === 0) return [];

  const baselineFrequencies = countDocumentFrequencies(vocabulary, 0, windowStart);
  const candidates: Omit<EmergingPattern, 'zScore'>[] = topics.map((topic) => ({
    pattern: topic.label,
    kind: 'topic',
    memoryCount: topic.memoryCount,
    baselineCount: baselineFrequencies[topic.term]!,
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
      zScore: logOddsZScore(candidate.memoryCount, windowSize, candidate.baselineCount, baselineSize),
    }))
    .filter((pattern) => pattern.memoryCount >= MIN_MEMORIES && pattern.zScore >= MIN_Z_SCORE)
    .sort((a, b) => b.zScore - a.zScore || (a.pattern < b.pattern ? -1 : 1))
    .slice(0, limit);
}

/**
 * Computes the z-score of the log-odds ratio of two proportions, with additive smoothing of 0.5.
 *
 * @returns a positive number if `count / total` is greater than `baselineCount / baselineTotal`
 */
export function logOddsZScore(
  count: number,
  total: number,
  baselineCount: number,
  baselineTotal: number,
): number {
  const logOdds = (part: number, whole: number) => Math.log((part + 0.5) / (whole - part + 0.5));
  const variance =
    1 / (count + 0.5) +
    1 / (total - count + 0.5) +
    1 / (baselineCount + 0.5) +
    1 / (baselineTotal - baselineCount + 0.5);
  return (logOdds(count, total) - logOdds(baselineCount, baselineTotal)) / Math.sqrt(variance);
}
