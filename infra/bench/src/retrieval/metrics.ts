/**
 * Recall at k: the share of the relevant ids among the first `k` results, 0..1.
 *
 * @param ranked result ids, best first; a repeated id counts once
 * @param relevant at least one id
 */
export function recallAt(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  const found = new Set(ranked.slice(0, k).filter((id) => relevant.has(id)));
  return found.size / relevant.size;
}

/** Returns 1 if all relevant ids are among the first `k` results, otherwise 0. Parameters as in `recallAt`. */
export const allFoundAt = (ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number =>
  recallAt(ranked, relevant, k) === 1 ? 1 : 0;

/** Share of the first `k` results whose ID no better result has, or 0 without results. */
export function distinctAt(ranked: readonly string[], k: number): number {
  const first = ranked.slice(0, k);
  return first.length === 0 ? 0 : new Set(first).size / first.length;
}

/** Reciprocal rank: 1 divided by the rank of the first relevant result, or 0 without a relevant result. */
export function reciprocalRank(ranked: readonly string[], relevant: ReadonlySet<string>): number {
  const position = ranked.findIndex((id) => relevant.has(id));
  return position < 0 ? 0 : 1 / (position + 1);
}

/**
 * Normalized discounted cumulative gain of the first `k` results, 0..1. The gain is the grade, and the
 * discount is log2(rank + 1). The ideal order sorts the judged ids by descending grade.
 *
 * @param ranked result ids, best first; a repeated id counts once
 * @param grades grades above 0 by id; at least one
 * @see Järvelin and Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques"
 */
export function ndcgAt(ranked: readonly string[], grades: ReadonlyMap<string, number>, k: number): number {
  const seen = new Set<string>();
  const gains = ranked.slice(0, k).map((id) => {
    if (seen.has(id)) return 0;
    seen.add(id);
    return grades.get(id) ?? 0;
  });
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, k);
  return discountedGain(gains) / discountedGain(ideal);
}

function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

/** Arithmetic mean, or 0 without values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
