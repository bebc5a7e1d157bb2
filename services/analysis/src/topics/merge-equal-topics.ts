import type { Vocabulary } from '../terms/vocabulary.ts';
import type { Topic } from './rank-topics.ts';

/**
 * Keeps the first of several topics that occur in exactly the same memories of the window, such as the words of a
 * template. A tag is kept instead of a word. Topics of a single memory are not merged.
 *
 * @param topics topics by descending score
 */
export function mergeEqualTopics(
  { terms, termsOfMemory }: Vocabulary,
  topics: readonly Topic[],
  windowStart: number,
): Topic[] {
  const groupOf = groupByMemories(termsOfMemory, topics, windowStart);
  const kept = new Map<number, Topic>();
  for (const topic of topics) {
    const group = groupOf[topic.term]!;
    const first = kept.get(group);
    const isBetterLabel = first && !terms[first.term]!.isTag && terms[topic.term]!.isTag;
    if (!first || isBetterLabel) kept.set(group, topic);
  }
  return [...kept.values()];
}

const NO_TOPIC = -1;

/**
 * Groups topics that occur in the same memories, by partition refinement: all topics start in one group, and
 * each memory splits the groups of its topics. A topic of a single memory forms its own group.
 *
 * @returns the group of each topic, indexed by term
 */
function groupByMemories(
  termsOfMemory: Vocabulary['termsOfMemory'],
  topics: readonly Topic[],
  windowStart: number,
): Int32Array {
  const termCount = topics.reduce((max, { term }) => Math.max(max, term + 1), 0);
  const groupOf = new Int32Array(termCount).fill(NO_TOPIC);
  for (const { term } of topics) groupOf[term] = 0;
  let groups = 1;
  /** Last memory that split each group, and the group that it split off. */
  const splitBy: number[] = [];
  const splitInto: number[] = [];
  for (let memory = windowStart; memory < termsOfMemory.length; memory++) {
    for (const term of termsOfMemory[memory]!) {
      const group = groupOf[term] ?? NO_TOPIC;
      if (group === NO_TOPIC) continue;
      if (splitBy[group] !== memory) {
        splitBy[group] = memory;
        splitInto[group] = groups++;
      }
      groupOf[term] = splitInto[group]!;
    }
  }
  for (const { term, memoryCount } of topics) if (memoryCount < 2) groupOf[term] = groups++;
  return groupOf;
}
