export const TIME_WINDOWS = ['recent', 'today', 'week', 'month'] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];

/** `recent` means this many memories, however old. */
export const RECENT_MEMORIES = 50;

const MS_PER_DAY = 86_400_000;

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
  startDate: Date | undefined;
  /** Inclusive, to the millisecond. */
  endDate: Date | undefined;
}

/**
 * What a time window means at a moment. Either date overrides the named window.
 *
 * @see SPEC.md "Analysis" 1; DECISIONS.md "HTTP in general" (UTC days; the last 7 and 30 days)
 */
export function resolveWindow({ timeWindow, startDate, endDate }: WindowRequest, now: Date): WindowBounds {
  if (startDate !== undefined || endDate !== undefined) {
    const before = endDate === undefined ? null : new Date(endDate.getTime() + 1);
    return { from: startDate ?? null, before, newest: null };
  }
  switch (timeWindow) {
    case 'recent':
      return { from: null, before: null, newest: RECENT_MEMORIES };
    case 'today':
      return {
        from: new Date(Math.floor(now.getTime() / MS_PER_DAY) * MS_PER_DAY),
        before: null,
        newest: null,
      };
    case 'week':
      return { from: new Date(now.getTime() - 7 * MS_PER_DAY), before: null, newest: null };
    case 'month':
      return { from: new Date(now.getTime() - 30 * MS_PER_DAY), before: null, newest: null };
  }
}
