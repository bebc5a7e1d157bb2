import { stopWordsFor } from './stop-words.ts';

/** Matches URLs and email addresses. The bounded repetitions prevent quadratic time for long texts. */
const LINK = /\b(?:https?:\/\/|www\.)\S+|[^\s@]{1,64}@[^\s@]{1,255}/giu;
/** Matches a word, such as "node.js" or "c++", or a sequence of other characters. Apostrophes end words. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[._][\p{L}\p{N}]+)*(?:\+\+|#)?|[^\s\p{L}\p{M}\p{N}]+/gu;
const WORD = /^[\p{L}\p{M}\p{N}]/u;
const NUMBER = /^[\p{N}._]+$/u;
const ACRONYM = /^\p{Lu}{2}$/u;
/** Matches a character of a script without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Two-letter words that do not count as acronyms, because they rarely name a topic. */
const NOT_ACRONYMS = new Set([
  'OK',
  'NO',
  'AM',
  'PM',
  'II',
  'TV',
  'SO',
  'MY',
  'WE',
  'IT',
  'IS',
  'IN',
  'ON',
  'TO',
]);
const MIN_WORD_LENGTH = 3;
/** Minimum length of a word in a script without spaces between words. */
const MIN_UNSPACED_WORD_LENGTH = 2;
const MAX_WORD_LENGTH = 40;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Extracts the content words of a text as runs: sequences of adjacent words without a stop word or
 * punctuation other than a hyphen between them. Phrases such as "support group" are later searched for only
 * within a run.
 *
 * Excludes links, numbers, stop words and words of one or two letters, except acronyms such as AI and UX.
 *
 * @returns runs in the order of the text. Words are in lowercase and Unicode normalization form NFKC, not
 *   stemmed.
 * @see Rose et al. 2010, "Automatic keyword extraction from individual documents" (RAKE)
 */
export function extractRuns(text: string): string[][] {
  const tokens = tokenize(text.normalize('NFKC').replace(LINK, ' | '));
  const lower = tokens.map((token) => token.toLowerCase());
  const isStopWord = stopWordsFor(lower);
  const runs: string[][] = [];
  let run: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const word = lower[index]!;
    if (isContentWord(token, word, isStopWord)) {
      run.push(word);
    } else if (!(word === '-' && run.length > 0)) {
      if (run.length > 0) runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function tokenize(text: string): string[] {
  if (!UNSPACED.test(text)) return text.match(TOKEN) ?? [];
  return Array.from(segmenter.segment(text), (part) => part.segment).filter((part) => part.trim() !== '');
}

function isContentWord(token: string, word: string, isStopWord: (word: string) => boolean): boolean {
  if (!WORD.test(word) || NUMBER.test(word) || word.length > MAX_WORD_LENGTH) return false;
  if (ACRONYM.test(token)) return !NOT_ACRONYMS.has(token);
  const minLength = UNSPACED.test(word) ? MIN_UNSPACED_WORD_LENGTH : MIN_WORD_LENGTH;
  return word.length >= minLength && !isStopWord(word);
}
