import { detectLanguage, detectQueryLanguage } from './detect-language.ts';
import type { Language } from './languages.ts';
import { stem } from './porter-stemmer.ts';

/** Class of the letters, digits and marks of Hangul and of scripts that do not put spaces between words. */
const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}\p{M}]]`;
/** Matches a run of characters of the class UNSPACED (group 1) or a word of another script. */
const RUNS = new RegExp(String.raw`(${UNSPACED}+)|[[\p{L}\p{N}\p{M}\p{Co}]--${UNSPACED}]+`, 'gv');
/** Matches a character with its marks, including the half-width voicing marks of katakana. */
const CHARACTER = /\P{M}[\p{M}\uff9e\uff9f]*/gu;
/** 1 for the ASCII codes of lower-case letters and digits. */
const IS_ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const ASCII_ONLY = /^[\0-\x7f]*$/;
const ENGLISH_WORD = /^[a-z]{3,40}$/;
const DIACRITICS = /[\u0300-\u036f]/g;
/** Arabic vowel signs, and the character that stretches a word. */
const ARABIC_MARKS = /[\u064b-\u0652\u0640]/g;
/** Words of the scripts of {@link Language}. */
const OF_SCRIPT = {
  Latin: /\p{sc=Latin}/u,
  Cyrillic: /\p{sc=Cyrillic}/u,
  Arabic: /\p{sc=Arabic}/u,
  Devanagari: /\p{sc=Devanagari}/u,
  Greek: /\p{sc=Greek}/u,
  Armenian: /\p{sc=Armenian}/u,
  Tamil: /\p{sc=Tamil}/u,
};

const MAX_CACHED_STEMS = 50_000;
const stemCache = new Map<string, string>();

/** Receives a term and its range in the text, in UTF-16 code units; `end` is exclusive. */
export type TermVisitor = (term: string, start: number, end: number) => void;

/**
 * Splits a text into index terms, in reading order. Words are stemmed and stripped of case and diacritics.
 * Runs of Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese characters are split into single characters
 * and bigrams. Characters that are not letters, digits or marks are separators, including query operators.
 *
 * In a text of another language than English, each word of the script of the language has a second term: the code of the
 * language, a colon and the stem in that language. The first term of a word does not depend on the language, so that the
 * text is also found by queries whose language is not detected.
 *
 * @param language language of the text. If undefined, it is detected.
 */
export function forEachTextTerm(
  text: string,
  visit: TermVisitor,
  language: Language | null = detectLanguage(text),
): void {
  forEachRun(text, language, visit, (characters) => {
    for (const [i, { folded: first, start, end }] of characters.entries()) {
      visit(first, start, end);
      const next = characters[i + 1];
      if (next) visit(first + next.folded, start, next.end);
    }
  });
}

/**
 * Splits a query into terms like {@link forEachTextTerm}, except that a run of two or more Chinese, Japanese
 * or similar characters is split only into bigrams.
 */
export function forEachQueryTerm(
  query: string,
  visit: TermVisitor,
  language: Language | null = detectQueryLanguage(query),
): void {
  forEachRun(query, language, visit, (characters) => {
    const [only] = characters;
    if (characters.length === 1) visit(only!.folded, only!.start, only!.end);
    for (const [i, { folded: second, end }] of characters.entries()) {
      const previous = characters[i - 1];
      if (previous) visit(previous.folded + second, previous.start, end);
    }
  });
}

/** Converts a text to lower case and removes diacritics and compatibility variants of characters. */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(DIACRITICS, '').normalize('NFKC').toLowerCase();
}

interface Character {
  folded: string;
  start: number;
  end: number;
}

function forEachRun(
  text: string,
  language: Language | null,
  visit: TermVisitor,
  visitUnspaced: (characters: Character[]) => void,
): void {
  const visitWord: TermVisitor =
    language === null
      ? visit
      : (term, start, end) => {
          visit(term, start, end);
          const own = languageTerm(language, text.slice(start, end));
          if (own !== null) visit(own, start, end);
        };
  // Fast path for ASCII texts, because the Unicode regular expressions are slow.
  if (ASCII_ONLY.test(text)) {
    forEachAsciiWord(text.toLowerCase(), visitWord);
    return;
  }
  for (const { 0: run, 1: unspaced, index } of text.matchAll(RUNS)) {
    if (unspaced === undefined) visitWord(cachedStem(fold(run)), index, index + run.length);
    else visitUnspaced(splitCharacters(unspaced, index));
  }
}

/** Splits a lower-case ASCII text into words. The loop takes half the time of a regular expression. */
function forEachAsciiWord(text: string, visit: TermVisitor): void {
  let start = 0;
  for (let end = 0; end <= text.length; end++) {
    if (end < text.length && IS_ASCII_WORD[text.charCodeAt(end)] === 1) continue;
    if (end > start) visit(cachedStem(text.slice(start, end)), start, end);
    start = end + 1;
  }
}

function splitCharacters(run: string, offset: number): Character[] {
  return Array.from(run.matchAll(CHARACTER), ({ 0: character, index }) => {
    const start = offset + index;
    return { folded: fold(character), start, end: start + character.length };
  });
}

/** Returns the term of a word in a language, or null for a word of another script. */
function languageTerm(language: Language, word: string): string | null {
  const { code, script } = language;
  if (!OF_SCRIPT[script].test(word)) return null;
  const normalized = word.normalize('NFC').toLowerCase().replace(ARABIC_MARKS, '');
  const key = `${code}:${normalized}`;
  const cached = stemCache.get(key);
  if (cached !== undefined) return cached;
  // The stemmers need the diacritics, so they are removed afterwards.
  const term = `${code}:${fold(language.stem(normalized))}`;
  remember(key, term);
  return term;
}

/** Returns the stem of a lower-case word. Words that are not English letters are returned unchanged. */
export function cachedStem(word: string): string {
  const cached = stemCache.get(word);
  if (cached !== undefined) return cached;
  if (!ENGLISH_WORD.test(word)) return word;
  const stemmed = stem(word);
  remember(word, stemmed);
  return stemmed;
}

function remember(key: string, stemmed: string): void {
  if (stemCache.size >= MAX_CACHED_STEMS) stemCache.clear();
  stemCache.set(key, stemmed);
}
