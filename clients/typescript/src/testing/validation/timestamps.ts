const TIMESTAMP = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ZONE = /(Z|[+-]\d{2}:?\d{2})$/;

/** Bounds of the times that a validity can have, in milliseconds since the epoch. */
export const MIN_VALIDITY_TIME = Date.parse('1000-01-01T00:00:00.000Z');
export const MAX_VALIDITY_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses an ISO 8601 date or date-time. A time without an offset is in UTC.
 *
 * @param bound whether a date without a time is the start or the end of the day
 * @returns milliseconds since the epoch, or null for text that is not a time
 * @see docs/reference/http.md#dates-and-times
 */
export function parseTimestamp(text: string, bound: 'start' | 'end' = 'start'): number | null {
  if (!TIMESTAMP.test(text) || !dayExists(text.slice(0, 10))) return null;
  const bare = bound === 'start' ? '00:00:00.000' : '23:59:59.999';
  const isBare = BARE_DATE.test(text);
  const full = isBare ? `${text}T${bare}` : text.replace(' ', 'T');
  const time = Date.parse(ZONE.test(full) && !isBare ? full : `${full}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Converts a validated time of a request. */
export const toTime = (
  text: string | null | undefined,
  bound: 'start' | 'end' = 'start',
): number | null | undefined => (text == null ? text : parseTimestamp(text, bound));

/** `Date` converts February 30 to a day in March instead of rejecting it. */
function dayExists(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

export const toIso = (time: number): string => new Date(time).toISOString();
export const toIsoOrNull = (time: number | null): string | null => (time === null ? null : toIso(time));
