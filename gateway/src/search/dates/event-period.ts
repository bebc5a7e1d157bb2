import type { DateRange } from './parse-dates.ts';
import type { EventDistance, EventExpression } from './parse-events.ts';
import { toInstant, toLocalTime } from './time-zone.ts';

const DAY_MS = 86_400_000;
const UNIT_DAYS: Readonly<Record<EventDistance['unit'], number>> = { day: 1, week: 7, month: 30, year: 365 };
/** Length of an event in days, because many events take several days. */
const EVENT_DAYS = 3;

/**
 * Returns the period that an expression names. Without a distance, the time before or after the event has no bound:
 * preferring the time next to the event changed no figure.
 *
 * @param eventMs time of the event
 * @param timeZone IANA name of the time zone whose days count
 * @see docs/reference/search.md#events-in-queries
 */
export function eventPeriod(
  { relation, distance }: Pick<EventExpression, 'relation' | 'distance'>,
  eventMs: number,
  timeZone: string,
): Pick<DateRange, 'fromMs' | 'toMs'> {
  const day = Math.floor(toLocalTime(eventMs, timeZone) / DAY_MS);
  const [from, to] = relation === 'during' ? [day, day + EVENT_DAYS] : localDays(relation, distance, day);
  const toMs = (days: number): number => (Number.isFinite(days) ? toInstant(days * DAY_MS, timeZone) : days);
  return { fromMs: toMs(from), toMs: toMs(to) };
}

/** Returns the first day of a period before or after a day, and the day after its last one. */
function localDays(
  relation: 'before' | 'after',
  distance: EventDistance | null,
  day: number,
): [from: number, to: number] {
  const isBefore = relation === 'before';
  if (distance === null) return isBefore ? [-Infinity, day] : [day, Infinity];
  const length = UNIT_DAYS[distance.unit];
  if (distance.count === null) return isBefore ? [day - length, day] : [day + 1, day + 1 + length];
  const center = day + distance.count * length * (isBefore ? -1 : 1);
  const margin = Math.floor(length / 2);
  return [center - margin, center + 1 + margin];
}
