/** Pairs of conversation neighbors in columns. `Item` identifies an item, for example by its id. */
export interface ItemPairs<Item> {
  /** The item that receives a share of the neighbor's score. */
  own: readonly Item[];
  neighbor: readonly Item[];
  /** Distance in turns, 1 or 2. */
  distance: readonly number[];
}

/**
 * Pairs of conversation neighbors among the candidates, as positions in the list of candidates. Contains each
 * pair in both directions.
 */
export type NeighborPairs = ItemPairs<number>;

export const NO_PAIRS: NeighborPairs = { own: [], neighbor: [], distance: [] };

/**
 * Converts pairs of items to pairs of positions in `candidates`. Omits pairs with an item that is not a
 * candidate.
 */
export function toPositions<Item>(pairs: ItemPairs<Item>, candidates: readonly Item[]): NeighborPairs {
  if (pairs.own.length === 0) return NO_PAIRS;
  const positions = new Map(candidates.map((item, position) => [item, position]));
  const result = { own: [] as number[], neighbor: [] as number[], distance: [] as number[] };
  for (let p = 0; p < pairs.own.length; p++) {
    const own = positions.get(pairs.own[p]!);
    const neighbor = positions.get(pairs.neighbor[p]!);
    if (own === undefined || neighbor === undefined) continue;
    result.own.push(own);
    result.neighbor.push(neighbor);
    result.distance.push(pairs.distance[p]!);
  }
  return result;
}

/** Returns true if more than half of the candidates have a conversation neighbor. */
export function areMostlyTurns({ own }: Pick<NeighborPairs, 'own'>, candidates: number): boolean {
  const isCounted = new Uint8Array(own.length === 0 ? 0 : candidates);
  let count = 0;
  for (const position of own) {
    count += 1 - isCounted[position]!;
    isCounted[position] = 1;
  }
  return 2 * count > candidates;
}
