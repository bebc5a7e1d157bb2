import { stopWordsFor } from './stop-words.ts';

/** Bounded, since an address may be looked for at every character of a long text. */
const LINK = /\b(?:https?:\/\/|www\.)\S+|[^\s@]{1,64}@[^\s@]{1,255}/giu;
/** A word, with the inner dots and pluses of "node.js" or "c++"; the rest of an apostrophe is its own token. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[._][\p{L}\p{N}]+)*(?:\+\+|#)?|[^\s\p{L}\p{M}\p{N}]+/gu;
const WORD = /^[\p{L}\p{M}\p{N}]/u;
const NUMBER = /^[\p{N}._]+$/u;
const ACRONYM = /^\p{Lu}{2}$/u;
/** Scripts that write words without blanks between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Common two-letter words that are written in capitals without being a subject. */
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
const MIN_LENGTH = 3;
const MAX_LENGTH = 40;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The telling words of a text, as runs: words that stand side by side with no stop word and no
 * punctuation between them, which is where phrases such as "support group" come from.
 *
 * Links, numbers, stop words and one- or two-letter words are left out (but not AI, UX and the like).
 *
 * @returns runs in reading order; words in lower case (NFKC), as they were inflected
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
  if (!WORD.test(word) || NUMBER.test(word) || word.length > MAX_LENGTH) return false;
  if (ACRONYM.test(token)) return !NOT_ACRONYMS.has(token);
  const minLength = UNSPACED.test(word) ? 2 : MIN_LENGTH;
  return word.length >= minLength && !isStopWord(word);
}
