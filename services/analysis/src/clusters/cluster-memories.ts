import { rankTopics } from '../topics/rank-topics.ts';
import type { Vocabulary } from '../terms/vocabulary.ts';

export interface MemoryCluster {
  /** Up to three telling terms, the most telling first. */
  terms: readonly string[];
  /** Indexes of its memories within the vocabulary, in its order. */
  memories: readonly number[];
  /** The member with the most of the cluster's terms; the one to quote. */
  example: number;
}

/** More terms than this add rare words and cost time with their square. */
const MAX_TERMS = 150;
/** Below this likeness two groups of terms are different themes. */
const MIN_SIMILARITY = 0.12;
const MAX_NAME_TERMS = 3;

export interface ClusterOptions {
  /** Index of the first memory to be grouped; those before it are background, as for `rankTopics`. */
  windowStart: number;
  limit: number;
  /** True when a memory continues the one before it, as turns of one conversation do. */
  continuesConversation(memory: number): boolean;
}

interface ClusterBuilder {
  memories: number[];
  /** Position of a term to the number of the memories that have it. */
  counts: Map<number, number>;
  example: number;
  bestWeight: number;
}

/**
 * Groups memories by what they are about. Short texts share too few words to be compared with each other,
 * so the terms are grouped first, by average linkage over how often they are met together (cosine of their
 * occurrences; a turn of a conversation counts half for its neighbour), and each memory then joins the group that it has the most telling
 * terms of. A memory without any stays outside.
 *
 * Deterministic. Costs time linear in the words, plus at most {@link MAX_TERMS} cubed additions.
 *
 * @param vocabulary of the memories in creation order
 * @returns largest first
 * @see Beil, Ester and Xu 2002, "Frequent term-based text clustering"
 */
export function clusterMemories(
  vocabulary: Vocabulary,
  { windowStart, limit, continuesConversation }: ClusterOptions,
): MemoryCluster[] {
  const topics = rankTopics(vocabulary, { windowStart, minMemories: 2, limit: MAX_TERMS });
  const positionOf = new Map(topics.map((topic, position) => [topic.term, position]));
  const members = Array.from(vocabulary.termsOfMemory, (terms, memory) => {
    const positions: number[] = [];
    if (memory < windowStart) return positions;
    for (const term of terms) {
      const position = positionOf.get(term);
      if (position !== undefined) positions.push(position);
    }
    return positions;
  });
  const groupOf = clusterTerms(
    cosineSimilarities(
      members,
      topics.map((topic) => topic.memoryCount),
      continuesConversation,
    ),
  );
  const idf = topics.map((topic) => topic.weight);

  const clusters = new Map<number, ClusterBuilder>();
  for (const [memory, positions] of members.entries()) {
    const weights = new Map<number, number>();
    for (const position of positions) {
      const group = groupOf[position]!;
      weights.set(group, (weights.get(group) ?? 0) + idf[position]!);
    }
    let chosen = -1;
    for (const [group, weight] of weights) {
      const against = weights.get(chosen) ?? 0;
      if (weight > against || (weight === against && group < chosen)) chosen = group;
    }
    if (chosen === -1) continue;
    const cluster: ClusterBuilder = clusters.get(chosen) ?? {
      memories: [],
      counts: new Map(),
      example: memory,
      bestWeight: 0,
    };
    clusters.set(chosen, cluster);
    cluster.memories.push(memory);
    if (weights.get(chosen)! > cluster.bestWeight) {
      cluster.bestWeight = weights.get(chosen)!;
      cluster.example = memory;
    }
    for (const position of positions) {
      if (groupOf[position] === chosen) cluster.counts.set(position, (cluster.counts.get(position) ?? 0) + 1);
    }
  }

  return (
    [...clusters.values()]
      // One word that two memories share is a coincidence.
      .filter(({ memories, counts }) => memories.length > 2 || (memories.length === 2 && counts.size > 1))
      .sort((a, b) => b.memories.length - a.memories.length || a.memories[0]! - b.memories[0]!)
      .slice(0, limit)
      .map(({ memories, counts, example }) => ({
        terms: nameTerms(counts, idf, topics),
        memories,
        example,
      }))
  );
}

function nameTerms(
  counts: ReadonlyMap<number, number>,
  idf: readonly number[],
  topics: readonly { label: string }[],
): string[] {
  return [...counts]
    .sort(([a, countOfA], [b, countOfB]) => countOfB * idf[b]! - countOfA * idf[a]! || a - b)
    .slice(0, MAX_NAME_TERMS)
    .map(([position]) => topics[position]!.label);
}

/** Symmetric, row by row: how often two terms are met together, between 0 and 1. */
function cosineSimilarities(
  members: readonly (readonly number[])[],
  memoryCounts: readonly number[],
  continues: (memory: number) => boolean,
): Float64Array[] {
  const size = memoryCounts.length;
  const together = Array.from({ length: size }, () => new Float64Array(size));
  const count = (a: number, b: number, weight: number) => {
    together[a]![b]! += weight;
    together[b]![a]! += weight;
  };
  for (const [memory, positions] of members.entries()) {
    for (const [at, position] of positions.entries()) {
      for (let other = 0; other < at; other++) count(position, positions[other]!, 1);
    }
    if (memory === 0 || !continues(memory)) continue;
    for (const position of positions) {
      for (const before of members[memory - 1]!) if (before !== position) count(position, before, 0.5);
    }
  }
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      // Once is chance.
      const shared = together[a]![b]!;
      together[a]![b] = shared < 2 ? 0 : shared / Math.sqrt(memoryCounts[a]! * memoryCounts[b]!);
    }
  }
  return together;
}

/** Average linkage: joins the two most alike groups until none are alike enough. Returns a group per term. */
function clusterTerms(similarity: Float64Array[]): Int32Array {
  const size = similarity.length;
  const groupOf = Int32Array.from({ length: size }, (_, term) => term);
  const sizes = new Float64Array(size).fill(1);
  const alive = Array.from({ length: size }, (_, term) => term);
  for (;;) {
    let first = -1;
    let second = -1;
    let best = MIN_SIMILARITY;
    for (let i = 0; i < alive.length; i++) {
      const row = similarity[alive[i]!]!;
      for (let j = i + 1; j < alive.length; j++) {
        if (row[alive[j]!]! > best) {
          best = row[alive[j]!]!;
          first = alive[i]!;
          second = alive[j]!;
        }
      }
    }
    if (first === -1) return groupOf;
    const total = sizes[first]! + sizes[second]!;
    for (const other of alive) {
      const average =
        (similarity[first]![other]! * sizes[first]! + similarity[second]![other]! * sizes[second]!) / total;
      similarity[first]![other] = average;
      similarity[other]![first] = average;
    }
    sizes[first] = total;
    alive.splice(alive.indexOf(second), 1);
    for (let term = 0; term < size; term++) if (groupOf[term] === second) groupOf[term] = first;
  }
}
