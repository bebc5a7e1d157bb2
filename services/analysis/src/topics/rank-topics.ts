import type { Vocabulary } from '../terms/vocabulary.ts';
import { selectTerms } from './select-terms.ts';

export interface Topic {
  /** Index of the term in the vocabulary. */
  term: number;
  label: string;
  /** Number of memories of the window that contain the term. */
  memoryCount: number;
  /** Inverse document frequency multiplied by burstiness, and by `TAG_WEIGHT` if the term is a tag. */
  weight: number;
  /** `memoryCount` multiplied by `weight`. */
  score: number;
}

export interface TopicOptions {
  /** Index of the first memory of the window. Earlier memories only contribute to the document frequencies. */
  windowStart: number;
  /** Minimum number of memories of the window that contain the term. */
  minMemories: number;
  /** Maximum number of topics. */
  limit: number;
  /** Whether tags that most memories have are topics in a tenant with few memories. Defaults to false. */
  includeFrequentTags?: boolean;
}

/** Number of memories per segment, which is about the length of a topic in a conversation. */
const SEGMENT_SIZE = 10;
/**
 * Factor for the weight of tags. A tag names a topic deliberately, so it is stronger evidence of a topic than
 * a word.
 */
const TAG_WEIGHT = 1.5;

/**
 * Ranks the terms of a window of memories by tf-idf multiplied by burstiness. A term with occurrences that
 * are close to each other is more likely a topic.
 *
 * @param vocabulary terms of all memories. The memories are in the order of creation.
 * @returns topics by descending score, ties by first occurrence
 * @see Church and Gale 1995, "Poisson mixtures", for burstiness as an indicator of content words
 */
export function rankTopics(
  vocabulary: Vocabulary,
  { windowStart, minMemories, limit, includeFrequentTags = false }: TopicOptions,
): Topic[] {
  const total = vocabulary.termsOfMemory.length;
  const windowFrequencies = countDocumentFrequencies(vocabulary, windowStart);
  const segmentCounts = countSegments(vocabulary);
  const topics: Topic[] = [];
  for (const term of selectTerms(vocabulary, windowFrequencies, { minMemories, includeFrequentTags })) {
    const { label, memoryCount: documentFrequency, isTag } = vocabulary.terms[term]!;
    const memoryCount = windowFrequencies[term]!;
    const idf = Math.log(1 + total / documentFrequency);
    const weight =
      idf * burstiness(documentFrequency, segmentCounts[term]!, total) * (isTag ? TAG_WEIGHT : 1);
    topics.push({ term, label, memoryCount, weight, score: memoryCount * weight });
  }
  return topics.sort((a, b) => b.score - a.score || a.term - b.term).slice(0, limit);
}

/** Counts the memories that contain each term, from index `start` (inclusive) to `end` (exclusive). */
export function countDocumentFrequencies(
  { terms, termsOfMemory }: Vocabulary,
  start: number,
  end?: number,
): Int32Array {
  const counts = new Int32Array(terms.length);
  for (const memoryTerms of termsOfMemory.slice(start, end)) {
    for (const term of memoryTerms) counts[term]! += 1;
  }
  return counts;
}

/** Counts the segments of consecutive memories that contain each term. */
function countSegments({ terms, termsOfMemory }: Vocabulary): Int32Array {
  const counts = new Int32Array(terms.length);
  const lastSegment = new Int32Array(terms.length).fill(-1);
  for (let memory = 0; memory < termsOfMemory.length; memory++) {
    const segment = Math.floor(memory / SEGMENT_SIZE);
    for (const term of termsOfMemory[memory]!) {
      if (lastSegment[term] === segment) continue;
      lastSegment[term] = segment;
      counts[term]! += 1;
    }
  }
  return counts;
}

/**
 * Computes the burstiness of a term: the squared ratio of the expected to the actual number of segments that
 * contain it. The expected number assumes randomly distributed occurrences, for which the result is about 1.
 */
function burstiness(documentFrequency: number, segmentCount: number, total: number): number {
  const segments = Math.ceil(total / SEGMENT_SIZE);
  const expected = segments * (1 - (1 - 1 / segments) ** documentFrequency);
  // Add-one smoothing, because two adjacent occurrences are weak evidence.
  return ((expected + 1) / (segmentCount + 1)) ** 2;
}
