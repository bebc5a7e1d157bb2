import { createTimeSlice, mapInSlices } from '@loci/async';
import type { TimeSlice } from '@loci/async';
import type { Topic } from '../topics/rank-topics.ts';
import type { Vocabulary } from '../terms/vocabulary.ts';

export interface MemoryCluster {
  /** Labels of one to three terms, by descending importance. */
  terms: readonly string[];
  /** Indexes of the member memories in the vocabulary, in ascending order. */
  memories: readonly number[];
  /** Index of the member memory with the highest sum of term weights. */
  representative: number;
}

/**
 * Maximum number of terms to cluster. The cost grows with the cube of this number, and lower-ranked terms are
 * rare.
 */
const MAX_TERMS = 150;
/** Average similarity that two clusters of terms must exceed to be merged. */
const MIN_SIMILARITY = 0.12;
const MAX_LABEL_TERMS = 3;

export interface ClusterOptions {
  /** Index of the first memory to cluster. Earlier memories only contribute to the term weights. */
  windowStart: number;
  /** Topics of at least two memories of the window, by descending score. */
  topics: readonly Topic[];
  /** Maximum number of clusters. */
  limit: number;
  /** Returns true if the memory at this index belongs to the same conversation as the previous memory. */
  continuesConversation(memory: number): boolean;
}

interface ClusterBuilder {
  memories: number[];
  /** Number of member memories that contain a topic, by topic index. */
  topicCounts: Map<number, number>;
  representative: number;
  representativeWeight: number;
}

/**
 * Clusters memories by topic. Short texts have too few words in common to be compared directly. Therefore the
 * terms are clustered first, by the similarity of their occurrences with average linkage. Each memory then
 * joins the cluster whose terms have the highest total weight in the memory. Memories without clustered terms
 * belong to no cluster.
 *
 * Deterministic. The time is linear in the number of words, plus at most {@link MAX_TERMS} cubed additions.
 *
 * @param vocabulary terms of all memories. The memories are in the order of creation.
 * @param slice time slice in which the computation runs
 * @returns clusters of at least two memories, by descending size
 * @see Beil, Ester and Xu 2002, "Frequent term-based text clustering"
 */
export async function clusterMemories(
  vocabulary: Vocabulary,
  { windowStart, topics: allTopics, limit, continuesConversation }: ClusterOptions,
  slice: TimeSlice = createTimeSlice(),
): Promise<MemoryCluster[]> {
  const topics = allTopics.slice(0, MAX_TERMS);
  const topicsOfMemory = await mapToTopics(vocabulary, topics, windowStart, slice);
  const similarities = await cosineSimilarities(topicsOfMemory, topics, continuesConversation, slice);
  if (slice.isOver()) await slice.next();
  const clusterOf = clusterTerms(similarities, topics.length);
  if (slice.isOver()) await slice.next();
  return (
    [...assignMemories(topicsOfMemory, topics, clusterOf)]
      // A single word that only two memories share is often a coincidence.
      .filter(
        ({ memories, topicCounts }) => memories.length > 2 || (memories.length === 2 && topicCounts.size > 1),
      )
      .sort((a, b) => b.memories.length - a.memories.length || a.memories[0]! - b.memories[0]!)
      .slice(0, limit)
      .map(({ memories, topicCounts, representative }) => ({
        terms: selectLabels(topicCounts, topics),
        memories,
        representative,
      }))
  );
}

/** Returns the topic indexes of each memory. Memories before `windowStart` have none. */
function mapToTopics(
  { termsOfMemory }: Vocabulary,
  topics: readonly Topic[],
  windowStart: number,
  slice: TimeSlice,
): Promise<number[][]> {
  const topicOfTerm: number[] = [];
  topics.forEach(({ term }, topic) => {
    topicOfTerm[term] = topic;
  });
  return mapInSlices(
    termsOfMemory,
    (terms, memory) => {
      const found: number[] = [];
      if (memory < windowStart) return found;
      for (const term of terms) {
        const topic = topicOfTerm[term];
        if (topic !== undefined) found.push(topic);
      }
      return found;
    },
    slice,
  );
}

/** Assigns each memory to the cluster with the highest total topic weight. Ties go to the lowest index. */
function assignMemories(
  topicsOfMemory: readonly (readonly number[])[],
  topics: readonly Topic[],
  clusterOf: Int32Array,
): Iterable<ClusterBuilder> {
  const clusters = new Map<number, ClusterBuilder>();
  for (let memory = 0; memory < topicsOfMemory.length; memory++) {
    const memoryTopics = topicsOfMemory[memory]!;
    if (memoryTopics.length === 0) continue;
    const weights = new Map<number, number>();
    for (const topic of memoryTopics) {
      const cluster = clusterOf[topic]!;
      weights.set(cluster, (weights.get(cluster) ?? 0) + topics[topic]!.weight);
    }
    let best = -1;
    for (const [cluster, weight] of weights) {
      const bestWeight = weights.get(best) ?? 0;
      if (weight > bestWeight || (weight === bestWeight && cluster < best)) best = cluster;
    }
    if (best === -1) continue;
    const builder: ClusterBuilder = clusters.get(best) ?? {
      memories: [],
      topicCounts: new Map(),
      representative: memory,
      representativeWeight: 0,
    };
    clusters.set(best, builder);
    builder.memories.push(memory);
    if (weights.get(best)! > builder.representativeWeight) {
      builder.representativeWeight = weights.get(best)!;
      builder.representative = memory;
    }
    for (const topic of memoryTopics) {
      if (clusterOf[topic] !== best) continue;
      builder.topicCounts.set(topic, (builder.topicCounts.get(topic) ?? 0) + 1);
    }
  }
  return clusters.values();
}

function selectLabels(topicCounts: ReadonlyMap<number, number>, topics: readonly Topic[]): string[] {
  const score = ([topic, count]: [number, number]): number => count * topics[topic]!.weight;
  return [...topicCounts]
    .sort((a, b) => score(b) - score(a) || a[0] - b[0])
    .slice(0, MAX_LABEL_TERMS)
    .map(([topic]) => topics[topic]!.label);
}

/**
 * Computes the cosine similarity of the occurrences of each pair of topics. A co-occurrence in two
 * consecutive memories of a conversation adds 0.5, so a similarity can exceed 1. The similarity of topics
 * with fewer than two co-occurrences is 0.
 *
 * @returns a symmetric matrix, row by row, indexed by topic
 */
async function cosineSimilarities(
  topicsOfMemory: readonly (readonly number[])[],
  topics: readonly Topic[],
  continuesConversation: (memory: number) => boolean,
  slice: TimeSlice,
): Promise<Float64Array> {
  const size = topics.length;
  const matrix = new Float64Array(size * size);
  const addCooccurrence = (a: number, b: number, weight: number) => {
    matrix[a * size + b]! += weight;
    matrix[b * size + a]! += weight;
  };
  for (let memory = 0; memory < topicsOfMemory.length; memory++) {
    if (slice.isOver()) await slice.next();
    const memoryTopics = topicsOfMemory[memory]!;
    for (let i = 1; i < memoryTopics.length; i++) {
      for (let j = 0; j < i; j++) addCooccurrence(memoryTopics[i]!, memoryTopics[j]!, 1);
    }
    if (memory === 0 || !continuesConversation(memory)) continue;
    for (const topic of memoryTopics) {
      for (const previous of topicsOfMemory[memory - 1]!) {
        if (previous !== topic) addCooccurrence(topic, previous, 0.5);
      }
    }
  }
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const cooccurrences = matrix[a * size + b]!;
      // A single co-occurrence is often a coincidence.
      matrix[a * size + b] =
        cooccurrences < 2 ? 0 : cooccurrences / Math.sqrt(topics[a]!.memoryCount * topics[b]!.memoryCount);
    }
  }
  return matrix;
}

/**
 * Clusters topics by agglomerative clustering with average linkage (UPGMA). Merges the two most similar
 * clusters until no similarity exceeds {@link MIN_SIMILARITY}.
 *
 * @param similarity symmetric matrix, row by row, which this function modifies
 * @param size number of topics
 * @returns the cluster index of each topic. The index of a cluster is the index of one of its topics.
 */
function clusterTerms(similarity: Float64Array, size: number): Int32Array {
  const clusterOf = Int32Array.from({ length: size }, (_, term) => term);
  const sizes = new Float64Array(size).fill(1);
  const clusters = Array.from({ length: size }, (_, term) => term);
  // The most similar cluster with a higher index, or -1. With this list, a merge does not compare all pairs
  // again.
  const nearest = new Int32Array(size).fill(-1);
  const findNearest = (cluster: number): void => {
    let best = MIN_SIMILARITY;
    nearest[cluster] = -1;
    for (let i = clusters.length - 1; i >= 0 && clusters[i]! > cluster; i--) {
      const value = similarity[cluster * size + clusters[i]!]!;
      if (value < best || (value === best && nearest[cluster] === -1)) continue;
      best = value;
      nearest[cluster] = clusters[i]!;
    }
  };
  clusters.forEach(findNearest);
  for (;;) {
    let first = -1;
    let best = MIN_SIMILARITY;
    for (const cluster of clusters) {
      if (nearest[cluster] === -1) continue;
      const value = similarity[cluster * size + nearest[cluster]!]!;
      if (value <= best) continue;
      best = value;
      first = cluster;
    }
    if (first === -1) return clusterOf;
    const second = nearest[first]!;
    const total = sizes[first]! + sizes[second]!;
    for (const other of clusters) {
      const average =
        (similarity[first * size + other]! * sizes[first]! +
          similarity[second * size + other]! * sizes[second]!) /
        total;
      similarity[first * size + other] = average;
      similarity[other * size + first] = average;
    }
    sizes[first] = total;
    clusters.splice(clusters.indexOf(second), 1);
    for (let term = 0; term < size; term++) if (clusterOf[term] === second) clusterOf[term] = first;
    for (const cluster of clusters) {
      const known = nearest[cluster]!;
      if (cluster === first || known === first || known === second) findNearest(cluster);
      else if (cluster < first && isNearer(cluster, first, known)) nearest[cluster] = first;
    }
  }

  /** Returns true if `candidate` is nearer to `cluster` than `known`. Ties go to the lower index. */
  function isNearer(cluster: number, candidate: number, known: number): boolean {
    const value = similarity[cluster * size + candidate]!;
    if (value <= MIN_SIMILARITY) return false;
    if (known === -1) return true;
    const knownValue = similarity[cluster * size + known]!;
    return value > knownValue || (value === knownValue && candidate < known);
  }
}
