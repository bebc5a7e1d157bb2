import type { TextSource } from '../texts/memory-texts.ts';

const TYPES = ['fact', 'insight', 'conversation', 'reference', 'task', 'strategy'];
const TAGS = ['work', 'home', 'travel', 'health', 'money', 'people', 'ideas', 'garden', 'code', 'music'];

/** A memory in the body of a create request. */
export interface NewMemory {
  content: string;
  memory_type: string;
  importance: number;
  tags: string[];
}

/** Generates a memory. The same index results in the same memory. */
export function newMemory(texts: TextSource, index: number): NewMemory {
  return {
    content: texts.memory(index),
    memory_type: TYPES[index % TYPES.length]!,
    importance: (index % 11) / 10,
    tags: [TAGS[index % TAGS.length]!, TAGS[(index * 7 + 3) % TAGS.length]!],
  };
}

/** Generates the body of a request that stores one memory. @param parameters fields besides those of the memory */
export function storeBody(texts: TextSource, index: number, parameters: object = {}): string {
  return JSON.stringify({ ...newMemory(texts, index), ...parameters });
}

/** Generates the body of a hybrid search. @param parameters search parameters besides the query */
export function searchBody(texts: TextSource, index: number, parameters: object = {}): string {
  return JSON.stringify({ query: texts.question(index), ...parameters });
}
