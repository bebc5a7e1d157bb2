const DAY_MS = 86_400_000;

/** Lowest factor, of an item that is infinitely old. */
const MIN_FACTOR = 0.5;

/**
 * Returns the factor by which the age of an item reduces its score: 1 for a new item, 0.75 after one half-life, and
 * never less than 0.5. The factor has a lower bound because the fused scores of adjacent ranks differ by about 2 %.
 * Without the bound, old items would disappear behind every newer item.
 *
 * @param timeMs event time of the item in milliseconds since the epoch. An item whose event time is in the future or
 *   unknown (NaN) has the factor 1.
 * @see docs/reference/search.md#recency
 */
export function recencyFactor(timeMs: number, nowMs: number, halfLifeDays: number): number {
  const ageDays = Math.max(0, nowMs - timeMs) / DAY_MS;
  if (Number.isNaN(ageDays)) return 1;
  return MIN_FACTOR + (1 - MIN_FACTOR) * 2 ** (-ageDays / halfLifeDays);
}
