/** Names of time windows. @see docs/reference/analysis.md#reflect */
export const TIME_WINDOWS = ['recent', 'today', 'week', 'month'] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];

/** Number of memories in the window `recent`, which contains the newest memories regardless of their age. */
export const RECENT_MEMORIES = 50;

const MS_PER_DAY = 86_400_000;

export interface WindowBounds {
  /** Inclusive start. Null means no bound. */
  from: Date | null;
  /** Exclusive end. Null means no bound. */
  before: Date | null;
  /** Maximum number of memories, newest first. Null means all. */
  newest: number | null;
}

export interface WindowRequest {
  timeWindow: TimeWindow;
  startDate: Date | undefined;
  /** Inclusive end, with a resolution of one millisecond. */
  endDate: Date | undefined;
}

/**
 * Resolves a time window. `today` is the current UTC day, `week` and `month` are the last 7 and 30 days. A start or end
 * date overrides the named window.
 * @see docs/reference/analysis.md#reflect
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
