import { TRAITS } from '@loci/contracts';
import { hashTerm } from '../embedded/term-hash.ts';

/**
 * Description of a text as an utterance in a conversation, as an integer of 24 bits: the traits that do not depend on a
 * query in the lowest 8 bits, and a hash of the first name of the speaker in the others, 0 without a speaker. Indexes store
 * it, so a change of the values requires a new schema version.
 */
export type Utterance = number;

// English words, as the model of learned ranking was trained on English. Texts in other languages do not have these traits.
const FIRST_PERSON = new Set(['i', 'me', 'my', 'mine', 'myself', 'we', 'our', 'ours', 'ourselves']);
const SECOND_PERSON = new Set(['you', 'your', 'yours', 'yourself', 'yourselves']);
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A name of one to three words and a colon at the beginning, as in `Ada Lovelace: I wrote it.` */
const SPEAKER = /^\s*([\p{L}\p{M}\p{N}]+)(?: [\p{L}\p{M}\p{N}'’.-]+){0,2}:\s/u;
const STATEMENT_ENDS = ['.', '!', '。', '！'];
const QUESTION_MARKS = ['?', '？', '؟'];
const SPEAKER_SHIFT = 8;

/** @see docs/reference/search.md#learned-ranking */
export function describeUtterance(text: string): Utterance {
  let traits =
    lastIndexOfAny(text, QUESTION_MARKS) > lastIndexOfAny(text, STATEMENT_ENDS) ? TRAITS.question : 0;
  for (const word of wordsIn(text)) {
    if (FIRST_PERSON.has(word)) traits |= TRAITS.firstPerson;
    else if (SECOND_PERSON.has(word)) traits |= TRAITS.secondPerson;
  }
  const speaker = SPEAKER.exec(text)?.[1];
  return speaker === undefined ? traits : traits | (hashName(speaker.toLowerCase()) << SPEAKER_SHIFT);
}

/** Returns the hashes of the words of a query, each of which can be the name of a speaker. */
export const namesIn = (query: string): ReadonlySet<number> => new Set(wordsIn(query).map(hashName));

/** Returns the traits of an utterance for a query. @param names result of {@link namesIn} */
export function traitsOf(utterance: Utterance, names: ReadonlySet<number>): number {
  return names.has(utterance >>> SPEAKER_SHIFT) ? (utterance & 0xff) | TRAITS.namedSpeaker : utterance & 0xff;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Returns a hash of 16 bits that is not 0. Two names have the same hash in 1 of 65,535 cases. */
const hashName = (word: string): number => (hashTerm(word).low % 0xffff) + 1;

const lastIndexOfAny = (text: string, characters: readonly string[]): number =>
  Math.max(...characters.map((character) => text.lastIndexOf(character)));
