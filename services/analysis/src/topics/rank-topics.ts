import type { Vocabulary } from '../terms/vocabulary.ts';

export interface Topic {
  /** Index into the vocabulary's terms. */
  term: number;
  label: string;
  /** Of how many memories of the window it is part. */
  memoryCount: number;
  /** How telling one occurrence is: idf, raised where the occurrences come in bursts. */
  weight: number;
  /** `memoryCount` times `weight`. */
  score: number;
}

export interface TopicOptions {
  /**
   * Index of the first memory of the window. Those before it are the background: what they speak of as
   * well is less telling.
   */
  windowStart: number;
  /** Rarer terms are no topic. */
  minMemories: number;
  limit: number;
}

/** Memories of one stretch, about what a conversation turns to before it moves on. */
const SEGMENT_SIZE = 10;
/** A term in more memories than this says who or where, and not what about. */
const MAX_DOCUMENT_FREQUENCY = 0.4;
/** With fewer memories than this, a share means nothing. */
const MIN_MEMORIES_FOR_DOCUMENT_FREQUENCY = 10;

/**
 * The terms that tell what the memories of a window are about: in many of them, in few others, and met
 * in bursts.
 *
 * @param vocabulary of the background and the window, in creation order
 * @returns most telling first, ties by first appearance
 * @see Church and Gale 1995, "Poisson mixtures", for bursts as the sign of content
 */
export function rankTopics(
  vocabulary: Vocabulary,
  { windowStart, minMemories, limit }: TopicOptions,
): Topic[] {
  const total = vocabulary.termsOfMemory.length;
  const inWindow = countMemories(vocabulary, windowStart);
  const stretches = countSegments(vocabulary);
  const topics: Topic[] = [];
  for (const [term, { label, memoryCount: everywhere }] of vocabulary.terms.entries()) {
    const memoryCount = inWindow[term]!;
    if (memoryCount < minMemories) continue;
    if (total >= MIN_MEMORIES_FOR_DOCUMENT_FREQUENCY && everywhere > MAX_DOCUMENT_FREQUENCY * total) continue;
    const weight = Math.log(1 + total / everywhere) * burstiness(everywhere, stretches[term]!, total);
    topics.push({ term, label, memoryCount, weight, score: memoryCount * weight });
  }
  return topics.sort((a, b) => b.score - a.score || a.term - b.term).slice(0, limit);
}

/** Per term: of how many memories from `first` on (up to `end`) it is part. */
export function countMemories({ terms, termsOfMemory }: Vocabulary, first: number, end?: number): Int32Array {
  const counts = new Int32Array(terms.length);
  for (const found of termsOfMemory.slice(first, end)) for (const term of found) counts[term]! += 1;
  return counts;
}

/**
 * Of how many stretches of neighbouring memories each term is part. What people talk about comes up for a
 * while; how they talk ("wonderful", "journey") comes up all the time.
 */
function countSegments({ terms, termsOfMemory }: Vocabulary): Int32Array {
  const counts = new Int32Array(terms.length);
  const last = new Int32Array(terms.length).fill(-1);
  for (const [memory, found] of termsOfMemory.entries()) {
    const stretch = Math.floor(memory / SEGMENT_SIZE);
    for (const term of found) {
      if (last[term] === stretch) continue;
      last[term] = stretch;
      counts[term]! += 1;
    }
  }
  return counts;
}

/** Stretches to be expected if the occurrences were spread by chance, over stretches seen; around 1 for chance. */
function burstiness(memoryCount: number, stretches: number, total: number): number {
  const all = Math.ceil(total / SEGMENT_SIZE);
  const expected = all * (1 - (1 - 1 / all) ** memoryCount);
  // One more on both sides, since two occurrences side by side prove little.
  return ((expected + 1) / (stretches + 1)) ** 2;
}
