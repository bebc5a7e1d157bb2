/** The properties that order items with equal scores. */
export interface TieBreakers {
  id: string;
  /** Combined keyword and vector score, 0..1. 0 for an item that only the graph found. */
  blended: number;
  importance: number | null;
  /** Event time. NaN if it is unknown. Items with an unknown time follow the others. */
  created_at_ms: number;
}

/** Sorts by descending blended score, importance and creation time, then by ascending id. */
export function compareTies(a: TieBreakers, b: TieBreakers): number {
  return (
    b.blended - a.blended ||
    (b.importance ?? 0) - (a.importance ?? 0) ||
    knownTime(b) - knownTime(a) ||
    (a.id < b.id ? -1 : 1)
  );
}

const knownTime = ({ created_at_ms: timeMs }: TieBreakers): number =>
  Number.isNaN(timeMs) ? -Infinity : timeMs;
