/** A value that was measured in several rounds. */
export interface Repeated {
  median: number;
  min: number;
  max: number;
  /** The value of each round, in order. */
  rounds: number[];
}

/** Summarizes the values of the rounds. Returns undefined without values. */
export function repeated(rounds: readonly number[]): Repeated | undefined {
  if (rounds.length === 0) return undefined;
  return { median: median(rounds), min: Math.min(...rounds), max: Math.max(...rounds), rounds: [...rounds] };
}

/** Returns the median. For an even number of values, it is the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
