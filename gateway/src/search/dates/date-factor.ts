import type { DateRange } from './parse-dates.ts';

const DAY_MS = 86_400_000;
/** Minimum distance from a period at which half of the effect remains, because people often write about an event later. */
const MIN_HALF_DISTANCE_MS = 7 * DAY_MS;

/**
 * Returns the factor by which the dates in a query reduce the score of an item: 1 for an item in one of the periods, and
 * less the further it is away, but never less than `1 - weight`.
 *
 * @param timeMs event time of the item in milliseconds since the epoch. NaN, an unknown time, has the factor 1.
 * @param ranges periods that the query names. Without any, the factor is 1.
 * @param weight 0 to 1
 * @see docs/reference/search.md#dates-in-queries
 */
export function dateFactor(timeMs: number, ranges: readonly DateRange[], weight: number): number {
  if (ranges.length === 0 || Number.isNaN(timeMs)) return 1;
  let closeness = 0;
  for (const range of ranges) closeness = Math.max(closeness, closenessTo(range, timeMs));
  return 1 - weight * (1 - closeness);
}

function closenessTo({ fromMs, toMs }: DateRange, timeMs: number): number {
  const distanceMs = Math.max(0, fromMs - timeMs, timeMs - toMs);
  const lengthMs = toMs - fromMs;
  const halfMs = Math.max(MIN_HALF_DISTANCE_MS, Number.isFinite(lengthMs) ? lengthMs / 2 : 0);
  return 2 ** (-distanceMs / halfMs);
}
