import { invalidField } from '@loci/core';

export const TIME_WINDOWS = ['recent', 'today', 'week', 'month'] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];

/** `recent` means this many memories, however old. */
export const RECENT_MEMORIES = 50;

const MS_PER_DAY = 86_400_000;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/u;

export interface WindowBounds {
  /** Inclusive; null for no bound. */
  from: Date | null;
  /** Exclusive; null for no bound. */
  before: Date | null;
  /** Only so many of the newest; null for all. */
  newest: number | null;
}

export interface WindowRequest {
  timeWindow: TimeWindow;
  /** ISO 8601, as they were sent: whether an end is a bare date matters. */
  startDate: string | undefined;
  endDate: string | undefined;
}

/**
 * What a time window means at a moment. Either date overrides the named window; a bare end date covers
 * its whole UTC day; an end with a time is included.
 *
 * @throws VAL_FIELD_INVALID for a date that is none, or a start after the end
 * @see SPEC.md "Analysis" 1; DECISIONS.md "HTTP in general" (UTC days, last 7 and 30 days)
 */
export function resolveWindow({ timeWindow, startDate, endDate }: WindowRequest, now: Date): WindowBounds {
  if (startDate !== undefined || endDate !== undefined) {
    const from = startDate === undefined ? null : parseDate('start_date', startDate);
    const end = endDate === undefined ? null : parseDate('end_date', endDate);
    const before =
      end === null ? null : new Date(end.getTime() + (BARE_DATE.test(endDate!) ? MS_PER_DAY : 1));
    if (from !== null && before !== null && from >= before) {
      throw invalidField('start_date', 'start_date must not be after end_date.');
    }
    return { from, before, newest: null };
  }
  switch (timeWindow) {
    case 'recent':
      return { from: null, before: null, newest: RECENT_MEMORIES };
    case 'today':
      return { from: startOfUtcDay(now), before: null, newest: null };
    case 'week':
      return { from: new Date(now.getTime() - 7 * MS_PER_DAY), before: null, newest: null };
    case 'month':
      return { from: new Date(now.getTime() - 30 * MS_PER_DAY), before: null, newest: null };
  }
}

function startOfUtcDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / MS_PER_DAY) * MS_PER_DAY);
}

function parseDate(field: string, text: string): Date {
  const date = new Date(text);
  // Date.parse takes "1" and "May 8" as well, and rolls 30 February over into March.
  const valid =
    /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u.test(text) &&
    !Number.isNaN(date.getTime()) &&
    new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().slice(0, 10) === text.slice(0, 10);
  if (!valid) throw invalidField(field, `${field} must be an ISO 8601 date or date and time.`);
  return BARE_DATE.test(text) || /(?:Z|[+-]\d{2}:?\d{2})$/u.test(text) ? date : new Date(`${text}Z`);
}
