import type { TIME_RANGES } from './memory.schemas.ts';

const DAY_MS = 86_400_000;
const DAYS = { week: 7, month: 30, quarter: 90, year: 365 } as const;

/**
 * Returns the bounds of a named time range. `today` and `yesterday` are UTC days. `week`, `month`, `quarter`
 * and `year` are the last 7, 30, 90 and 365 days.
 *
 * @returns inclusive `from`, and exclusive `before` if the range has ended
 * @see docs/reference/memories.md#list-memories
 */
export function timeRange(range: (typeof TIME_RANGES)[number], now: Date): { from: Date; before?: Date } {
  const midnight = new Date(now);
  midnight.setUTCHours(0, 0, 0, 0);
  if (range === 'today') return { from: midnight };
  if (range === 'yesterday') return { from: new Date(midnight.getTime() - DAY_MS), before: midnight };
  return { from: new Date(now.getTime() - DAYS[range] * DAY_MS) };
}
