import { LANGUAGES } from './languages.ts';
import type { Language, Script } from './languages.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Characters of a text that the detection reads. */
const MAX_CHARACTERS = 300;
const WORDS = /[\p{L}\p{M}]+/gu;
const NON_LATIN: readonly (readonly [Script, RegExp])[] = [
  ['Cyrillic', /\p{sc=Cyrillic}/u],
  ['Arabic', /\p{sc=Arabic}/u],
  ['Devanagari', /\p{sc=Devanagari}/u],
  ['Greek', /\p{sc=Greek}/u],
  ['Armenian', /\p{sc=Armenian}/u],
  ['Tamil', /\p{sc=Tamil}/u],
];
/** Letters of languages in Arabic script that are not Arabic, such as Persian and Urdu. */
const NOT_ARABIC = /[پچژگکیےٹڈڑں]/u;
const ASCII_ONLY = /^[\0-\x7f]*$/;

const ofScript = (script: Script): Language[] => LANGUAGES.filter((language) => language.script === script);
const BY_SCRIPT = new Map(
  (['Latin', ...NON_LATIN.map(([script]) => script)] as const).map((script) => [script, ofScript(script)]),
);
const LATIN = BY_SCRIPT.get('Latin')!;
/** English words that are stop words of other languages, besides the English stop words. */
const HOMOGRAPHS = new Set(
  `also bar come con dan den die door even far fin hat here hen long mal man men met mine once pan para per pour sea sin
  sit son sous sub sum sur tan ton toe van vet via war wider`.split(/\s+/),
);
/** Latin languages by stop word. */
const BY_STOP_WORD = new Map<string, Language[]>();
for (const language of LATIN)
  for (const word of language.stopWords) {
    // Single letters are also parts of identifiers and formulas.
    if (word.length > 1 && !STOP_WORDS.has(word) && !HOMOGRAPHS.has(word))
      BY_STOP_WORD.set(word, [...(BY_STOP_WORD.get(word) ?? []), language]);
  }

/**
 * Minimum evidence for a Latin language in a text: stop words, and one for letters that English lacks. With two, no text of
 * the LoCoMo conversations and of Cranfield is detected as another language.
 */
const MIN_TEXT_EVIDENCE = 2;
/** Minimum evidence in a query, which is short. A wrong language of a query only adds terms that no text contains. */
const MIN_QUERY_EVIDENCE = 1;

/** Returns the language of a text. Null for English, for unknown languages and if the evidence is weak. */
export const detectLanguage = (text: string): Language | null => detect(text, MIN_TEXT_EVIDENCE);

/** Returns the language of a query, with less evidence than {@link detectLanguage} requires. */
export const detectQueryLanguage = (query: string): Language | null => detect(query, MIN_QUERY_EVIDENCE);

function detect(text: string, minEvidence: number): Language | null {
  const sample = text.slice(0, MAX_CHARACTERS).toLowerCase();
  const isAscii = ASCII_ONLY.test(sample);
  if (!isAscii) {
    for (const [script, pattern] of NON_LATIN)
      if (pattern.test(sample)) return detectByLetters(sample, script);
  }
  return detectLatin(sample, isAscii, minEvidence);
}

/** Returns the language of the script whose letters occur, otherwise the default language of the script. */
function detectByLetters(sample: string, script: Script): Language | null {
  if (script === 'Arabic' && NOT_ARABIC.test(sample)) return null;
  const [fallback, ...others] = BY_SCRIPT.get(script)!;
  return others.find((language) => hasLetter(sample, language)) ?? fallback!;
}

const hasLetter = (sample: string, { letters }: Language): boolean =>
  Array.from(letters).some((letter) => sample.includes(letter));

function detectLatin(sample: string, isAscii: boolean, minEvidence: number): Language | null {
  let english = 0;
  const evidence = new Map<Language, number>();
  const add = (language: Language): void => void evidence.set(language, (evidence.get(language) ?? 0) + 1);
  for (const [word] of sample.matchAll(WORDS)) {
    if (STOP_WORDS.has(word)) english++;
    for (const language of BY_STOP_WORD.get(word) ?? []) add(language);
  }
  if (!isAscii) for (const language of evidence.keys()) if (hasLetter(sample, language)) add(language);
  let best: Language | null = null;
  let most = Math.max(english, minEvidence - 1);
  for (const language of LATIN) {
    const count = evidence.get(language) ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}
