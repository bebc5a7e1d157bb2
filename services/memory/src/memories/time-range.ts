import type { TIME_RANGES } from './memory.schemas.ts';

const DAY_MS = 86_400_000;
const DAYS = { week: 7, month: 30, quarter: 90, year: 365 } as const;

/** The bounds of a named range: UTC days for today and yesterday, else the last so many days. */
export function timeRange(range: (typeof TIME_RANGES)[number], now: Date): { from: Date; before?: Date } {
  const midnight = new Date(now);
  midnight.setUTCHours(0, 0, 0, 0);
  if (range === 'today') return { from: midnight };
  if (range === 'yesterday') return { from: new Date(midnight.getTime() - DAY_MS), before: midnight };
  return { from: new Date(now.getTime() - DAYS[range] * DAY_MS) };
}
