import {
  AMBIGUOUS_MONTHS,
  BEFORE_DATES,
  HOUR_WORDS,
  MONTHS,
  NUMBER_WORDS,
  UNITS,
  WEEKDAYS,
} from './word-lists.ts';

/** A number, date or time of day in a statement. */
export interface Quantity {
  kind: 'number' | 'date' | 'time';
  /** Normalized value. Unknown parts of a date are `?`. */
  value: string;
  /** Unit of a number in its common form. Empty without a unit. */
  unit: string;
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const CLOCK = /^(\d{1,2})[:h](\d{2})$/;
const HOUR_AND_SUFFIX = /^(\d{1,2})(am|pm|h)$/;
const NUMBER_AND_UNIT = /^(\d+(?:[.,]\d+)*)([a-z]+)$/;
const NUMBER = /^v?\d+(?:[.,]\d+)*$/;
const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/;
const YEAR = /^(?:19|20)\d{2}$/;

/**
 * Reads the quantity that starts at a word of a statement.
 *
 * @param texts lower-case words of the statement
 * @returns the quantity and the number of its words, or null
 */
export function readQuantity(
  texts: readonly string[],
  at: number,
): { quantity: Quantity; length: number } | null {
  return readDate(texts, at) ?? readTime(texts, at) ?? readNumber(texts, at);
}

function readDate(texts: readonly string[], at: number): ReturnType<typeof readQuantity> {
  const text = texts[at]!;
  const iso = ISO_DATE.exec(text);
  if (iso) return date(iso[1]!, Number(iso[2]), Number(iso[3]), 1);
  const weekday = WEEKDAYS.get(text);
  if (weekday !== undefined)
    return { quantity: { kind: 'date', value: `weekday ${weekday}`, unit: '' }, length: 1 };
  const next = texts[at + 1] ?? '';
  const month = MONTHS.get(text);
  const day = dayOf(next);
  if (month !== undefined && day !== null) return withYear(texts, at + 2, month, day, 2);
  const precedingDay = dayOf(text);
  const isOf = next === 'of';
  const nextMonth = MONTHS.get(isOf ? (texts[at + 2] ?? '') : next);
  if (precedingDay !== null && nextMonth !== undefined) {
    const length = isOf ? 3 : 2;
    return withYear(texts, at + length, nextMonth, precedingDay, length);
  }
  const isAfterPreposition = BEFORE_DATES.has(texts[at - 1] ?? '');
  if (month !== undefined && (isAfterPreposition || !AMBIGUOUS_MONTHS.has(text))) {
    return YEAR.test(next) ? date(next, month, null, 2) : date('?', month, null, 1);
  }
  return isAfterPreposition && YEAR.test(text) ? date(text, null, null, 1) : null;
}

const withYear = (texts: readonly string[], at: number, month: number, day: number, length: number) =>
  YEAR.test(texts[at] ?? '') ? date(texts[at]!, month, day, length + 1) : date('?', month, day, length);

const date = (year: string, month: number | null, day: number | null, length: number) => ({
  quantity: { kind: 'date' as const, value: `${year}-${month ?? '?'}-${day ?? '?'}`, unit: '' },
  length,
});

function dayOf(text: string): number | null {
  const digits = ORDINAL.exec(text)?.[1] ?? (/^\d{1,2}$/.test(text) ? text : null);
  const day = Number(digits);
  return digits !== null && day >= 1 && day <= 31 ? day : null;
}

function readTime(texts: readonly string[], at: number): ReturnType<typeof readQuantity> {
  const text = texts[at]!;
  const next = texts[at + 1] ?? '';
  const clock = CLOCK.exec(text);
  if (clock) {
    const isSuffix = next === 'am' || next === 'pm';
    return time(Number(clock[1]), Number(clock[2]), isSuffix ? next : '', isSuffix ? 2 : 1);
  }
  const joined = HOUR_AND_SUFFIX.exec(text);
  if (joined) return time(Number(joined[1]), 0, joined[2]!, 1);
  if (!/^\d{1,2}$/.test(text)) return null;
  if (next === 'am' || next === 'pm') return time(Number(text), 0, next, 2);
  return HOUR_WORDS.has(next) ? time(Number(text), 0, '', 2) : null;
}

const time = (hours: number, minutes: number, suffix: string, length: number) => {
  const hour = suffix === 'pm' && hours < 12 ? hours + 12 : suffix === 'am' && hours === 12 ? 0 : hours;
  return { quantity: { kind: 'time' as const, value: String(hour * 60 + minutes), unit: '' }, length };
};

const CURRENCIES = new Set(['$', '€', '£']);

function readNumber(texts: readonly string[], at: number): ReturnType<typeof readQuantity> {
  const text = texts[at]!;
  if (CURRENCIES.has(text) && NUMBER.test(texts[at + 1] ?? '')) {
    return number(texts[at + 1]!, UNITS.get(text)!, 2);
  }
  const joined = NUMBER_AND_UNIT.exec(text);
  const joinedUnit = joined && UNITS.get(joined[2]!);
  if (joinedUnit) return number(joined[1]!, joinedUnit, 1);
  const word = NUMBER_WORDS.get(text);
  const digits = word === undefined ? (ORDINAL.exec(text)?.[1] ?? text) : String(word);
  if (!NUMBER.test(digits)) return null;
  const unit = UNITS.get(texts[at + 1] ?? '');
  return unit === undefined ? number(digits, '', 1) : number(digits, unit, 2);
}

const number = (digits: string, unit: string, length: number) => ({
  quantity: { kind: 'number' as const, value: normalizeNumber(digits), unit },
  length,
});

/** Removes thousands separators, and writes the decimal separator as a period. */
const normalizeNumber = (digits: string): string =>
  digits
    .replace(/^v/, '')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(/,/g, '.');

/** Returns true if both can describe the same value. An unknown part of a date is equal to any part. */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.kind !== b.kind || (a.unit !== b.unit && a.unit !== '' && b.unit !== '')) return false;
  if (a.value === b.value) return true;
  if (a.kind !== 'date' || a.value.startsWith('weekday') || b.value.startsWith('weekday')) return false;
  const others = b.value.split('-');
  return a.value.split('-').every((part, i) => part === '?' || others[i] === '?' || part === others[i]);
}

/**
 * Returns true if both are values of one attribute, so that a statement with one of them excludes a statement with the
 * other.
 */
export const areComparable = (a: Quantity, b: Quantity): boolean =>
  a.kind === b.kind && a.unit === b.unit && a.value.startsWith('weekday') === b.value.startsWith('weekday');
