/** The arms of hybrid search, by the names that weights and statistics use. */
export const METHODS = ['bm25', 'vector', 'graph'] as const;
export type Method = (typeof METHODS)[number];

/** An arm's items, best first. */
export type Ranking = readonly string[];

export interface Fused {
  id: string;
  /** 0..1; 1 for an item that is first in every arm. */
  score: number;
  /** Rank per arm, from 1; absent where the arm does not know the item. */
  ranks: Partial<Record<Method, number>>;
}

/**
 * Weighted Reciprocal Rank Fusion: `sum of weight / (k + rank)` over the arms, divided by the best possible
 * value. Not sorted: ties are the caller's.
 *
 * @param rankings of the arms that ran; an arm that is left out neither adds nor takes away
 * @see Cormack, Clarke, Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet"; DECISIONS.md "Search"
 */
export function fuse(
  rankings: Partial<Record<Method, Ranking>>,
  weights: Readonly<Record<Method, number>>,
  k: number,
): Fused[] {
  const fused = new Map<string, Fused>();
  let best = 0;
  for (const method of METHODS) {
    const ranking = rankings[method];
    if (!ranking) continue;
    best += weights[method] / (k + 1);
    ranking.forEach((id, index) => {
      let item = fused.get(id);
      if (!item) fused.set(id, (item = { id, score: 0, ranks: {} }));
      item.ranks[method] = index + 1;
      item.score += weights[method] / (k + index + 1);
    });
  }
  const items = [...fused.values()];
  // Rounded, as the same ranks in another order of arms must be a tie.
  for (const item of items) item.score = best === 0 ? 0 : Math.min(1, rounded(item.score / best));
  return items;
}

const rounded = (score: number): number => Math.round(score * 1e12) / 1e12;
