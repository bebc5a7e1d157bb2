import { STOP_WORDS } from '../text-analysis/stop-words.ts';
import { fold, forEachTextTerm } from '../text-analysis/text-terms.ts';

/** A name or a month in a text. */
export interface Entity {
  /** Index terms of the words of a name, at least one, or the year and the number of a month, such as `1999-05`. */
  terms: readonly string[];
  /**
   * False for a single capitalized word that begins a sentence, because every word is capitalized there. It is a name only if
   * another item of the tenant contains this name with certainty.
   */
  isCertain: boolean;
}

/** Maximum number of characters of a text that are read, so that a long text does not have thousands of entities. */
const MAX_CHARACTERS = 4_000;
/** Maximum number of entities of a text. */
const MAX_ENTITIES = 64;
/**
 * Maximum number of terms of an entity. A longer span is a line or a text in capital letters. With {@link MAX_ENTITIES}, a second
 * hop stays below the lowest limit of clauses that Elasticsearch can have (1,024).
 */
const MAX_TERMS = 12;
const WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{N}]*`;
/** A period after an initial or a title, which does not end a sentence. */
const INITIAL = String.raw`(?<=(?:^|\P{L})(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|Prof|Jr|Sr))\. ?`;
/** A capitalized word, or several of them with only spaces, apostrophes, hyphens and periods of initials between. */
const NAME = new RegExp(`${WORD}(?:(?:${INITIAL}|[ ’'-]{1,2}|\\.)${WORD})*`, 'gu');
const SEPARATORS = /[ ’'.-]+/u;
/** The end of the text before the first word of a sentence, a line, an utterance or a quotation. */
const SENTENCE_START = /(?:^|[.!?:;\n])["“”„«»‘’'()[\]*_#-]*\s*["“„«‘'([*_-]*$/u;
/** Number of characters before a word that are compared with {@link SENTENCE_START}. */
const MAX_SEPARATOR = 6;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const MONTH_NAMES = MONTHS.map((month) => `${month}|${month.slice(0, 3)}`).join('|');
/** A date with an English month and a year, such as `3 May 2021`, `May 3rd, 2021` and `Sept. 2021`, or an ISO date. */
const DATE = new RegExp(
  String.raw`\b(${MONTH_NAMES}|Sept)\b\.?(?: \d{1,2}(?:st|nd|rd|th)?)?,? ([12]\d{3})\b|\b([12]\d{3})-(0[1-9]|1[0-2])(?:-\d{2})?\b`,
  'g',
);

/**
 * Returns the entities that a text names, in the order of the text, without repetitions: names and months. A name is a
 * capitalized word, or a span of them, that does not consist only of English stop words. Scripts without capital letters have no
 * names.
 *
 * @see docs/reference/search.md#entities
 */
export function extractEntities(text: string): Entity[] {
  const read = text.slice(0, MAX_CHARACTERS);
  const dates = [...read.matchAll(DATE)];
  const entities = new Map<string, Entity>();
  const add = (terms: string[], isCertain: boolean): void => {
    const key = terms.join(' ');
    if (terms.length === 0 || terms.length > MAX_TERMS || (entities.has(key) && !isCertain)) return;
    if (entities.size < MAX_ENTITIES || entities.has(key)) entities.set(key, { terms, isCertain });
  };
  for (const { 0: name, index } of read.matchAll(NAME)) {
    if (dates.some((date) => index >= date.index && index < date.index + date[0].length)) continue;
    const words = withoutStopWords(name);
    const isSpan = SEPARATORS.test(words);
    if (words !== '') add(termsOf(words), isSpan || words !== name || !beginsSentence(read, index));
  }
  for (const [, month, year, isoYear, isoMonth] of dates)
    add([isoYear ? `${isoYear}-${isoMonth!}` : `${year!}-${numberOf(month!)}`], true);
  return [...entities.values()];
}

/** Returns a name without the stop words at its beginning, such as "The". */
function withoutStopWords(name: string): string {
  const first = name.split(SEPARATORS, 1)[0]!;
  if (!STOP_WORDS.has(fold(first))) return name;
  const rest = name.slice(first.length).replace(SEPARATORS, '');
  return rest === '' ? '' : withoutStopWords(rest);
}

const beginsSentence = (text: string, index: number): boolean =>
  SENTENCE_START.test(text.slice(Math.max(0, index - MAX_SEPARATOR), index));

function termsOf(words: string): string[] {
  const terms: string[] = [];
  forEachTextTerm(words, (term) => terms.push(term), null);
  return terms;
}

/** Returns the number of a month, such as `05`. */
const numberOf = (month: string): string =>
  String(MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3))) + 1).padStart(2, '0');
