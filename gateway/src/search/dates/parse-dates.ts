import { casual } from 'chrono-node/en';
import type { ParsedComponents, ParsedResult } from 'chrono-node';
import { toInstant, toLocalTime } from './time-zone.ts';

/** A period that a query names, in milliseconds since the epoch. `from` is inclusive and `to` exclusive. */
export interface DateRange {
  /** Words of the query. */
  text: string;
  /** Negative infinity for expressions such as "before May". */
  fromMs: number;
  /** Infinity for expressions such as "since May". */
  toMs: number;
  /** Memory that dates the event to which the period is relative. Absent if the query names a date. */
  event?: DatingMemory;
}

/** A memory whose event time is that of an event in a query. */
export interface DatingMemory {
  id: string;
  /** About 200 characters of the content. */
  snippet: string;
  /** Event time. */
  occurredAt: string;
}

const DAY_MS = 86_400_000;
/** Characters of a query in which dates are searched. */
const MAX_CHARACTERS = 500;
/** Queries without these parts of words contain no date. The check takes less time than the parser. */
const MAY_CONTAIN_DATE =
  /\d|yesterday|today|tonight|morning|night|evening|afternoon|week|month|year|day|ago|last|past|spring|summer|autumn|winter|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;
/** Words before a month or weekday, without which it is often another word or a name, such as "may" and "April". */
const BEFORE_NAME =
  /\b(?:in|on|of|by|last|past|this|next|during|since|from|before|after|until|early|late|mid)\s+$/i;
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const SEASONS: Record<string, number> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };

/** Expressions that the parser of the library lacks. */
const parser = casual.clone();
parser.parsers.push(
  {
    pattern: () => new RegExp(`\\b(?:last|past)\\s+(${MONTHS.join('|')})\\b`, 'i'),
    extract: ({ refDate }, [, name]) => {
      const month = MONTHS.indexOf(name!.toLowerCase()) + 1;
      const isOver = month < refDate.getUTCMonth() + 1;
      return { month, year: refDate.getUTCFullYear() - (isOver ? 0 : 1) };
    },
  },
  {
    pattern: () => /\b(?:in|during|since|before|after|until)\s+((?:19|20)\d{2})\b(?!\s*(?:[-/.]|%))/i,
    extract: (_context, [, year]) => ({ year: Number(year) }),
  },
);
const SEASON =
  /\b(?:(last|past|this)\s+)?(spring|summer|autumn|fall|winter)(?:\s+(?:of\s+)?((?:19|20)\d{2}))?\b/i;

/**
 * Finds the dates and periods that an English query names, such as "yesterday", "three weeks ago", "last May" and "in
 * 2023". Dates without a year are in the past. {@link parseEvents} finds expressions that name an event, such as "before the
 * move".
 *
 * @param referenceMs time at which the query is asked
 * @param timeZone IANA name of the time zone of the caller
 * @returns the periods in the order of the query
 * @see docs/reference/search.md#dates-in-queries
 */
export function parseDates(query: string, referenceMs: number, timeZone: string): DateRange[] {
  const text = query.slice(0, MAX_CHARACTERS);
  if (!MAY_CONTAIN_DATE.test(text)) return [];
  // The parser reads the local time as UTC, so that days and months begin at midnight of the time zone.
  const localMs = toLocalTime(referenceMs, timeZone);
  const season = parseSeason(text, localMs);
  const results = parser.parse(text, { instant: new Date(localMs), timezone: 0 });
  const ranges = results.flatMap((result) => {
    const range = toRange(result, text, localMs);
    return range ? [{ text: result.text, ...range }] : [];
  });
  return [...ranges, ...(season ? [season] : [])].map(({ fromMs, toMs, ...range }) => ({
    ...range,
    fromMs: Number.isFinite(fromMs) ? toInstant(fromMs, timeZone) : fromMs,
    toMs: Number.isFinite(toMs) ? toInstant(toMs, timeZone) : toMs,
  }));
}

/** Returns the period of a result in local time, or null if the words are probably not a date. */
function toRange(result: ParsedResult, text: string, localMs: number): Omit<DateRange, 'text'> | null {
  const before = text.slice(0, result.index);
  const after = text.slice(result.index + result.text.length);
  // The time is relative to an event, and not to now: "two weeks before the move".
  if (/\b(?:before|after)$/i.test(result.text) && /^\s+[\p{L}\p{N}"'“‘]/u.test(after)) return null;
  const isName = /^[a-z]+\.?$/i.test(result.text) && !isCasual(result);
  if (isName && !BEFORE_NAME.test(before)) return null;
  const start = periodOf(result, result.start, localMs);
  if (!start) return null;
  const end = result.end ? periodOf(result, result.end, localMs) : start;
  const fromMs = start.fromMs;
  const toMs = Math.max(start.toMs, end?.toMs ?? start.toMs);
  if (/^(?:last|past)\s+(?:\d|few|couple|two|three|four|five|six)/i.test(result.text))
    return { fromMs, toMs: localMs };
  const [, preposition] =
    /\b(before|until|since|after)\s+(?:the\s+)?$/i.exec(before) ??
    /^(before|until|since|after)\b/i.exec(result.text) ??
    [];
  switch (preposition?.toLowerCase()) {
    case 'before':
    case 'until':
      return { fromMs: -Infinity, toMs: fromMs };
    case 'since':
      return { fromMs, toMs: Infinity };
    case 'after':
      return { fromMs: toMs, toMs: Infinity };
    default:
      return { fromMs, toMs };
  }
}

/** Returns whether the words are a day such as "yesterday" and "last night", and not a time of day such as "night". */
const isCasual = (result: ParsedResult): boolean =>
  /\s|^(?:yesterday|today|tonight|tomorrow)$/i.test(result.text) &&
  [...result.tags()].some((tag) => tag.startsWith('casualReference/') && tag !== 'casualReference/now');

/** Returns the day, week, month or year of parsed components in local time, or null if they have no date. */
function periodOf(result: ParsedResult, parsed: ParsedComponents, localMs: number) {
  const [year, month, day] = [parsed.get('year')!, parsed.get('month')!, parsed.get('day')!];
  if (parsed.isCertain('day') || parsed.isCertain('weekday') || isCasual(result)) {
    const isWeek = result.tags().has('result/relativeDate') && /\bweeks?\b/i.test(result.text);
    const isWeekend = /\bweekends?\b/i.test(result.text);
    const margin = isWeek ? 3 * DAY_MS : 0;
    let fromMs = Date.UTC(year, month - 1, day);
    if (
      !parsed.isCertain('day') &&
      parsed.isCertain('weekday') &&
      fromMs > localMs &&
      !/next|this/i.test(result.text)
    )
      fromMs -= 7 * DAY_MS;
    else if (parsed.isCertain('day') && !parsed.isCertain('year') && fromMs > localMs)
      fromMs = Date.UTC(year - 1, month - 1, day);
    return { fromMs: fromMs - (isWeekend ? DAY_MS : margin), toMs: fromMs + DAY_MS + margin };
  }
  if (parsed.isCertain('month')) {
    const isFuture = !parsed.isCertain('year') && Date.UTC(year, month - 1, 1) > localMs;
    const first = isFuture ? year - 1 : year;
    return { fromMs: Date.UTC(first, month - 1, 1), toMs: Date.UTC(first, month, 1) };
  }
  if (parsed.isCertain('year')) return { fromMs: Date.UTC(year, 0, 1), toMs: Date.UTC(year + 1, 0, 1) };
  return null;
}

/** Returns the three months of a season of the northern hemisphere in local time. */
function parseSeason(text: string, localMs: number): DateRange | null {
  const match = SEASON.exec(text);
  const [words, relative, name, year] = match ?? [];
  if (
    !name ||
    (!relative && !year && !/\b(?:in|during|since)\s+(?:the\s+)?$/i.test(text.slice(0, match!.index)))
  )
    return null;
  const month = SEASONS[name.toLowerCase()]!;
  let first = Number(year ?? new Date(localMs).getUTCFullYear());
  const startOf = (ofYear: number): number => Date.UTC(ofYear, month - 1, 1);
  const isPast = relative?.toLowerCase() !== 'this';
  const endOf = (ofYear: number): number => Date.UTC(ofYear, month + 2, 1);
  if (!year && isPast) while ((relative ? endOf(first) : startOf(first)) > localMs) first--;
  return { text: words!, fromMs: startOf(first), toMs: endOf(first) };
}
