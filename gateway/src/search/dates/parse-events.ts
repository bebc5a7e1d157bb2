import { EMPTY_WORDS, LONG_PERIOD, PAST_VERB } from './event-words.ts';

/** Words of a query that relate a time to an event, such as "two weeks before the move". */
export interface EventExpression {
  /** Words of the query. */
  text: string;
  /** Words that name the event, such as "the move". */
  event: string;
  relation: EventRelation;
  /** Time between the event and the period. Null if the query names none. */
  distance: EventDistance | null;
}

export type EventRelation = 'before' | 'after' | 'during';

export interface EventDistance {
  /** Number of units. Null for the period next to the event, such as "the week after". */
  count: number | null;
  unit: 'day' | 'week' | 'month' | 'year';
}

/** Characters of a query in which events are searched. */
const MAX_CHARACTERS = 500;
/** Maximum number of expressions, because each of them needs a search. */
const MAX_EXPRESSIONS = 2;
/** Maximum number of words of an event, because a memory has to contain most of them. */
const MAX_WORDS = 10;

const RELATIONS: Readonly<Record<string, EventRelation>> = {
  before: 'before',
  until: 'before',
  till: 'before',
  'prior to': 'before',
  after: 'after',
  since: 'after',
  during: 'during',
};

const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  'a couple of': 2,
  three: 3,
  'a few': 3,
  four: 4,
  five: 5,
  six: 6,
};

const DISTANCE =
  '(?<close>right|just|soon|shortly|immediately|directly)' +
  `|(?:(?<next>the)|(?<count>${Object.keys(COUNTS).join('|')}|\\d{1,2}))\\s+(?<unit>day|week|month|year)s?`;
const EXPRESSION = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?:${DISTANCE})\\s+)?(?<relation>before|until|till|prior\\s+to|after|since|during)\\s+(?=[\\p{L}\\p{N}"'“‘])`,
  'giu',
);

/** Words before "before" and "after" that give them another meaning, such as "look after" and "named after". */
const OTHER_MEANING =
  /(?<!\p{L})(?:look(?:s|ed|ing)?|named?|tak(?:e|es|ing)|took|year|day|time|one|as|like|never|ever|the)\s+$/iu;

/** Ends of an event: punctuation, and words with which another part of the sentence begins. */
const END =
  /[.,;:?!()[\]\n"”—–]|\s-\s|(?<![\p{L}\p{N}'’-])(?:what|who|whom|whose|where|when|why|how|which|whether|because|than|(?:did|does|do)(?:n['’]t)?|please|before|after|since|during|until|till|while|so\s+that)(?![\p{L}\p{N}-])/iu;

/** Words that can end an event only by mistake, such as "and" in "before the move and after the wedding". */
const LOOSE_END = /\s+(?:and|or|but|the|a|an|in|on|at|to|of|for|with|by|right|just|soon|shortly)$/iu;

/** A clause with a pronoun as its subject. */
const CLAUSE = /^(?:i|we|you|he|she|they|it|there)(?:['’]\p{L}+)?\s/iu;

/**
 * Finds expressions that relate a time to an event, such as "before the move" and "since we switched to Postgres", in an
 * English query. Does not find expressions with a date, such as "before May", and idioms, such as "after all".
 *
 * @param dates words of the dates in the query
 * @returns at most two expressions, in the order of the query
 * @see docs/reference/search.md#events-in-queries
 */
export function parseEvents(query: string, dates: readonly string[]): EventExpression[] {
  const text = query.slice(0, MAX_CHARACTERS);
  const dateStarts = dates.map((date) => text.indexOf(date));
  const found: EventExpression[] = [];
  for (const match of text.matchAll(EXPRESSION)) {
    const at = match.index + match[0].length;
    const dateStart = Math.min(text.length, ...dateStarts.filter((start) => start >= match.index));
    // If the words of a date contain the preposition or follow it, the expression names a date.
    if (dateStart <= at || hasOtherMeaning(text.slice(0, match.index), match[0])) continue;
    const event = eventAt(text.slice(at, dateStart));
    const { relation: preposition, ...distance } = match.groups!;
    const relation = RELATIONS[normalize(preposition!)]!;
    if (event === null || (relation === 'during' && LONG_PERIOD.test(event))) continue;
    const start = text.indexOf(event, at);
    found.push({
      text: text.slice(match.index, start) + event,
      event,
      relation,
      distance: relation === 'during' ? null : toDistance(distance),
    });
    if (found.length === MAX_EXPRESSIONS) break;
  }
  return found;
}

const hasOtherMeaning = (before: string, words: string): boolean =>
  /^(?:before|after)\b/iu.test(words) && OTHER_MEANING.test(before);

/** Returns the event at the beginning of a text, or null if it probably names none. */
function eventAt(text: string): string | null {
  const opened = text.replace(/^["'“‘]/u, '');
  let event = opened.slice(0, END.exec(opened)?.index).trim();
  while (LOOSE_END.test(event)) event = event.replace(LOOSE_END, '');
  const words = event.split(/\s+/u);
  if (words.length > MAX_WORDS || words.every(isEmptyWord)) return null;
  // A clause in the present tense is a reason or a habit: "since I like tea", "before I go to bed".
  return CLAUSE.test(event) && !PAST_VERB.test(event) ? null : event;
}

const isEmptyWord = (word: string): boolean =>
  !/\p{L}/u.test(word) || EMPTY_WORDS.has(word.toLowerCase().replace(/['’]\p{L}+$/u, ''));

function toDistance({ close, next, count, unit }: Record<string, string | undefined>): EventDistance | null {
  if (close !== undefined) return { count: null, unit: 'week' };
  if (unit === undefined) return null;
  return {
    count: next === undefined ? (COUNTS[normalize(count!)] ?? Number(count)) : null,
    unit: unit.toLowerCase() as EventDistance['unit'],
  };
}

const normalize = (words: string): string => words.toLowerCase().replace(/\s+/gu, ' ');
