import { createRandom, pick } from './random.ts';
import type { Random } from './random.ts';
import { MONTHS, createVocabulary } from './vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';

export const MIN_MEMORY_WORDS = 15;
export const MAX_MEMORY_WORDS = 40;

/** Source of memory texts and questions. The same index always returns the same text. */
export interface TextSource {
  memory(index: number): string;
  question(index: number): string;
}

type Sentence = (words: Vocabulary, random: Random) => string;

const SENTENCES: readonly Sentence[] = [
  (w, r) => `${w.person(r)} ${w.action(r)} the ${w.quality(r)} ${w.thing(r)} in ${w.place(r)} on ${date(r)}.`,
  (w, r) =>
    `We ${w.action(r)} the ${w.thing(r)} because the ${w.thing(r)} for ${w.rareName(r)} was ${w.quality(r)}.`,
  (w, r) =>
    `The ${w.thing(r)} of ${w.rareName(r)} costs ${amount(r)} euros and needs a ${w.quality(r)} ${w.thing(r)}.`,
  (w, r) =>
    `${w.person(r)} prefers the ${w.quality(r)} ${w.thing(r)} over the ${w.thing(r)} that ${w.person(r)} ${w.action(r)}.`,
  (w, r) =>
    `After the ${w.thing(r)} in ${w.place(r)}, ${w.person(r)} and ${w.person(r)} ${w.action(r)} the ${w.thing(r)}.`,
  (w, r) =>
    `Remember that ${w.rareName(r)} ${w.action(r)} its ${w.thing(r)} ${amount(r)} days before the ${w.thing(r)}.`,
  (w, r) =>
    `It turned out that every ${w.quality(r)} ${w.thing(r)} depends on the ${w.thing(r)} at ${w.rareName(r)}.`,
  (w, r) =>
    `On ${date(r)} the ${w.thing(r)} was ${w.quality(r)}, so ${w.person(r)} ${w.action(r)} it with ${w.rareName(r)}.`,
];

const QUESTIONS: readonly Sentence[] = [
  (w, r) => `What did ${w.person(r)} say about the ${w.quality(r)} ${w.thing(r)} in ${w.place(r)}?`,
  (w, r) => `When was the ${w.thing(r)} for ${w.rareName(r)} ${w.action(r)}?`,
  (w, r) => `Who ${w.action(r)} the ${w.thing(r)} before the ${w.thing(r)}?`,
  (w, r) => `Why does the ${w.quality(r)} ${w.thing(r)} need a ${w.thing(r)}?`,
  (w, r) => `How much did the ${w.thing(r)} of ${w.person(r)} cost in ${pick(r, MONTHS)}?`,
];

/**
 * Generates notes of 15 to 40 words with people, places, dates, amounts and invented names, and questions
 * about such subjects. The word frequencies follow Zipf's law.
 *
 * @param seed determines all texts
 */
export function createTextSource(seed: number): TextSource {
  const vocabulary = createVocabulary(seed);
  return {
    memory: (index) => memoryText(vocabulary, createRandom(mix(seed, index))),
    question: (index) => {
      const random = createRandom(mix(seed ^ 0x5bd1e995, index));
      return pick(random, QUESTIONS)(vocabulary, random);
    },
  };
}

function memoryText(vocabulary: Vocabulary, random: Random): string {
  const target = MIN_MEMORY_WORDS + Math.floor(random() * (MAX_MEMORY_WORDS - MIN_MEMORY_WORDS + 1));
  const words: string[] = [];
  while (words.length < target) words.push(...pick(random, SENTENCES)(vocabulary, random).split(' '));
  const text = words.slice(0, target).join(' ');
  return /[.]$/.test(text) ? text : `${text.replace(/,$/, '')}.`;
}

/** Hashes the seed and the index, because generators with adjacent seeds start with similar numbers. */
function mix(seed: number, index: number): number {
  return (Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0;
}

function date(random: Random): string {
  return `${1 + Math.floor(random() * 28)} ${pick(random, MONTHS)} ${2019 + Math.floor(random() * 7)}`;
}

function amount(random: Random): string {
  return String(2 + Math.floor(random() * 400));
}
