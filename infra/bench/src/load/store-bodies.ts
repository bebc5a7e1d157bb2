import type { TextSource } from '../texts/memory-texts.ts';

const TYPES = ['fact', 'insight', 'conversation', 'reference', 'task', 'strategy'];
const TAGS = ['work', 'home', 'travel', 'health', 'money', 'people', 'ideas', 'garden', 'code', 'music'];

/** Generates the JSON request body that stores the memory with text `index`. */
export function storeBody(texts: TextSource, index: number): string {
  return JSON.stringify({
    content: texts.memory(index),
    memory_type: TYPES[index % TYPES.length],
    importance: (index % 11) / 10,
    tags: [TAGS[index % TAGS.length], TAGS[(index * 7 + 3) % TAGS.length]],
  });
}

/** Generates the JSON request body of a hybrid search for question `index` with default parameters. */
export function searchBody(texts: TextSource, index: number): string {
  return JSON.stringify({ query: texts.question(index) });
}
