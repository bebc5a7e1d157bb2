/** What decides between equal scores. */
export interface Tied {
  id: string;
  /** Both text arms' word on it, 0..1; absent for what only the graph found. */
  blended?: number;
  importance: number | null;
  created_at_ms: number;
}

/** For sorting: raw-score blend, importance, newest, id. @see DECISIONS.md "Search"; ARCHITECTURE.md section 6 */
export function compareTied(a: Tied, b: Tied): number {
  return (
    (b.blended ?? 0) - (a.blended ?? 0) ||
    (b.importance ?? 0) - (a.importance ?? 0) ||
    b.created_at_ms - a.created_at_ms ||
    (a.id < b.id ? -1 : 1)
  );
}
