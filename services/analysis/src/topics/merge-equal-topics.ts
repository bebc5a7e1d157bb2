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
  const memoriesOf = new Map<number, number[]>(topics.map(({ term }) => [term, []]));
  for (let memory = windowStart; memory < termsOfMemory.length; memory++) {
    for (const term of termsOfMemory[memory]!) memoriesOf.get(term)?.push(memory);
  }
  const kept = new Map<string, Topic>();
  for (const topic of topics) {
    const memories = memoriesOf.get(topic.term)!;
    const key = memories.length < 2 ? `term ${topic.term}` : memories.join(' ');
    const first = kept.get(key);
    const isBetterLabel = first && !terms[first.term]!.isTag && terms[topic.term]!.isTag;
    if (!first || isBetterLabel) kept.set(key, topic);
  }
  return [...kept.values()];
}
