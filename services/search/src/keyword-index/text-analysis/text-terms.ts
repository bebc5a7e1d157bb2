import { stem } from './porter-stemmer.ts';

// Scripts that put no spaces between words; a word of theirs is found by its pairs of characters.
const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}\p{M}]]`;
const RUNS = new RegExp(String.raw`(${UNSPACED}+)|[[\p{L}\p{N}\p{M}\p{Co}]--${UNSPACED}]+`, 'gv');
const ASCII_RUNS = /[a-z0-9]+/g;
// A character with its marks, the half-width voicing marks of katakana among them.
const CHARACTER = /\P{M}[\p{M}\uff9e\uff9f]*/gu;
const ASCII_ONLY = /^[\0-\x7f]*$/;
const ENGLISH_WORD = /^[a-z]{3,40}$/;
const DIACRITICS = /[\u0300-\u036f]/g;

const MAX_REMEMBERED_STEMS = 50_000;
const stems = new Map<string, string>();

/** Told of each term and of the part of the text it stands for, in UTF-16 units. */
export type TermVisitor = (term: string, start: number, end: number) => void;

/**
 * Splits a text into the terms it is found by, in reading order. Words lose case, diacritics and English
 * endings. Runs of unspaced scripts (Chinese, Japanese, Korean, Thai...) give each pair of neighbouring
 * characters, and each character too, for queries of a single one. All else, query operators included, separates.
 */
export function forEachTextTerm(text: string, visit: TermVisitor): void {
  eachRun(text, visit, (characters) => {
    for (const [i, { folded: first, start, end }] of characters.entries()) {
      visit(first, start, end);
      const next = characters[i + 1];
      if (next) visit(first + next.folded, start, next.end);
    }
  });
}

/** As {@link forEachTextTerm} for what is looked for: a character of an unspaced script only where it stands alone. */
export function forEachQueryTerm(query: string, visit: TermVisitor): void {
  eachRun(query, visit, (characters) => {
    const [only] = characters;
    if (characters.length === 1) visit(only!.folded, only!.start, only!.end);
    for (const [i, { folded: second, end }] of characters.entries()) {
      const previous = characters[i - 1];
      if (previous) visit(previous.folded + second, previous.start, end);
    }
  });
}

/** A text or word without case, diacritics and variant forms of its characters. */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(DIACRITICS, '').normalize('NFKC').toLowerCase();
}

interface Character {
  folded: string;
  start: number;
  end: number;
}

function eachRun(text: string, visit: TermVisitor, visitUnspaced: (characters: Character[]) => void): void {
  // Most texts are ASCII, which needs no Unicode classes.
  if (ASCII_ONLY.test(text)) {
    for (const { 0: word, index } of text.toLowerCase().matchAll(ASCII_RUNS)) {
      visit(withoutEnding(word), index, index + word.length);
    }
    return;
  }
  for (const { 0: run, 1: unspaced, index } of text.matchAll(RUNS)) {
    if (unspaced === undefined) visit(withoutEnding(fold(run)), index, index + run.length);
    else visitUnspaced(charactersOf(unspaced, index));
  }
}

function charactersOf(run: string, offset: number): Character[] {
  return Array.from(run.matchAll(CHARACTER), ({ 0: character, index }) => {
    const start = offset + index;
    return { folded: fold(character), start, end: start + character.length };
  });
}

function withoutEnding(word: string): string {
  if (!ENGLISH_WORD.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stemmed = stem(word);
  if (stems.size >= MAX_REMEMBERED_STEMS) stems.clear();
  stems.set(word, stemmed);
  return stemmed;
}
