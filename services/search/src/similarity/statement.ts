import { cachedStem, fold } from '../keyword-index/text-analysis/text-terms.ts';
import { readQuantity } from './quantity.ts';
import type { Quantity } from './quantity.ts';
import {
  CONDITIONS,
  CONNECTORS,
  COPULAS,
  ELISION,
  HEDGES,
  IGNORED_WORDS,
  NEGATIONS,
  PRONOUNS,
  SYNONYMS,
} from './word-lists.ts';

/** A word that carries meaning, or a number, date or time. */
export interface Term {
  /** Stem of the word in the common form of its synonyms. Empty for a quantity. */
  key: string;
  /** The word in lower case, without diacritics. */
  word: string;
  quantity: Quantity | null;
  /** True if the word has a capital letter inside of a sentence. */
  isName: boolean;
  /** Ignored words, connectors and forms of "to be" between the preceding term and this one. */
  links: readonly string[];
}

/** A text in the form in which two texts are compared. */
export interface Statement {
  /** The text in lower case, without punctuation at the end and without repeated spaces. */
  normalized: string;
  terms: readonly Term[];
  /** True for an odd number of negations. */
  isNegated: boolean;
  /** True for a question, and for a statement that is uncertain or conditional. */
  mood: 'fact' | 'condition' | 'uncertain' | 'question';
  /** True if the first word is a pronoun, so that the subject is not a term. */
  hasPronounSubject: boolean;
  /** True if the text has more terms than are compared. */
  isTruncated: boolean;
}

/** Maximum number of terms that are compared. The comparison takes quadratic time. */
const MAX_TERMS = 200;
/** Maximum characters that are split into words. */
const MAX_CHARACTERS = 4_000;

const WORDS =
  /\d{4}-\d{2}-\d{2}|v?\d+(?:[.,:]\d+)*[\p{L}]*|[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*(?:['-][\p{L}\p{M}\p{N}]+)*|[$€£%]/gu;

const NAMES = /\p{Lu}[\p{L}\p{M}\p{N}]*/gu;

/** Phrases that introduce a statement without changing it. */
const INTRODUCTIONS =
  /^["'\s]*(?:(?:please )?(?:note|remember|keep in mind)(?: that)?|reminder|fyi|btw|by the way|as far as i know|it is important that|the user (?:said|says|mentioned|stated)(?: that)?|i (?:think|believe)(?: that)?)\b[\s,:-]*/i;

/** Phrases with a common form. */
const PHRASES: readonly [RegExp, string][] = [
  [/\b(?:moved|relocated|has moved) to\b/g, 'lives in'],
  [/\b(?:is|are|am) (?:based|at home) in\b/g, 'lives in'],
  [/'s home is (?:in )?/g, ' lives in '],
  [/\b(?:is|are|am) employed (?:by|at)\b/g, 'works at'],
  [/\bworks? for\b/g, 'works at'],
  [/\bno one\b/g, 'not everyone'],
  [/\bno longer\b/g, 'not'],
  [/\bfail(?:s|ed)? to\b/g, 'not'],
  [/\b(?:need|needs|have|has|had) to\b/g, 'must'],
  [/\bsign(?:ed|s)? (?:in|on)\b/g, 'login'],
  [/\blog(?:ged|s)? in\b/g, 'login'],
  [/\bany ?more\b/g, ' '],
];

/** Matches every phrase, so that a text without phrases is searched once. */
const ANY_PHRASE = new RegExp(PHRASES.map(([phrase]) => phrase.source).join('|'), 'g');

const replacePhrases = (text: string): string =>
  text.replace(ANY_PHRASE, (found) =>
    PHRASES.reduce((result, [phrase, common]) => result.replace(phrase, common), found),
  );

/** Converts a text to the form in which it is compared. */
export function parseStatement(text: string): Statement {
  const plain = text.slice(0, MAX_CHARACTERS).replace(/[’‘]/g, "'").replace(INTRODUCTIONS, '');
  const phrased = replacePhrases(fold(plain));
  const texts = Array.from(phrased.matchAll(WORDS), ([word]) => splitContraction(word)).flat();
  const { terms, negations } = readTerms(texts, readNames(plain));
  return {
    normalized: normalize(text),
    terms: terms.slice(0, MAX_TERMS),
    isNegated: negations % 2 === 1,
    mood: readMood(plain, texts),
    hasPronounSubject: PRONOUNS.has(texts[0] ?? ''),
    isTruncated: text.length > MAX_CHARACTERS || terms.length > MAX_TERMS,
  };
}

const normalize = (text: string): string =>
  fold(text)
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'«“]+|[\s"'.,!;:»”。！]+$/g, '');

function readMood(plain: string, texts: readonly string[]): Statement['mood'] {
  if (/[?？]\s*["'”]?\s*$/.test(plain)) return 'question';
  if (texts.some((text) => HEDGES.has(text)) && !/\bat (?:most|least)\b/i.test(plain)) return 'uncertain';
  return texts.some((text) => CONDITIONS.has(text)) ? 'condition' : 'fact';
}

/** Splits a word with an apostrophe, and joins a word with hyphens. */
function splitContraction(word: string): string[] {
  if (word === "won't") return ['will', 'not'];
  if (word === "can't") return ['can', 'not'];
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not'];
  const elided = ELISION.exec(word);
  if (elided) return [elided[1]!];
  const [stemPart, suffix] = word.split("'");
  if (suffix !== undefined) return suffix === 're' || suffix === 'm' ? [stemPart!, 'are'] : [stemPart!];
  return /^\p{L}+(?:-\p{L}+)+$/u.test(word) ? [word.replaceAll('-', '')] : [word];
}

/** Returns the words with a capital letter, except at the start of the text, in lower case. */
const readNames = (plain: string): ReadonlySet<string> =>
  new Set(Array.from(plain.slice(1).matchAll(NAMES), ([name]) => fold(name)));

function readTerms(
  texts: readonly string[],
  names: ReadonlySet<string>,
): { terms: Term[]; negations: number } {
  const terms: Term[] = [];
  let links: string[] = [];
  let negations = 0;
  for (let at = 0; at < texts.length; at++) {
    const word = texts[at]!;
    const found = readQuantity(texts, at);
    if (found) {
      terms.push({ key: '', word, quantity: found.quantity, isName: false, links });
      links = [];
      at += found.length - 1;
    } else if (NEGATIONS.has(word)) {
      negations++;
    } else if (IGNORED_WORDS.has(word) || COPULAS.has(word) || CONNECTORS.has(word)) {
      links.push(word);
    } else {
      terms.push({ key: toKey(word), word, quantity: null, isName: names.has(word), links });
      links = [];
    }
  }
  return { terms, negations };
}

/** Returns the form of a word in which two words are compared. */
export function toKey(word: string): string {
  const synonym = SYNONYMS.get(word);
  if (synonym !== undefined) return cachedStem(synonym);
  const stemmed = cachedStem(word);
  return SYNONYMS.get(stemmed) ?? stemmed;
}
