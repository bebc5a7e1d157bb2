import type { FusedItem, RankedItems } from '../rank-results.ts';
import { createProfiler, textSimilarity } from './text-similarity.ts';

/** Maximum number of best items whose order `diversity` changes. */
export const MAX_DIVERSIFIED = 50;

/** Why diversity changed the rank of an item. */
export interface Diversification {
  /** Rank without diversity, from 1. */
  rank: number;
  /** Item with a better rank that has the most similar text. Null if no such item is similar. */
  similarTo: string | null;
  /** Similarity of both texts, 0 to 1. */
  similarity: number;
}

export interface DiversifiedItems extends RankedItems {
  /** Describes the items whose order can have changed, by item id. */
  readonly diversifications: ReadonlyMap<string, Diversification>;
}

/**
 * Orders the best items by maximal marginal relevance: each rank gets the item with the highest value of
 * `(1 - diversity) × score - diversity × similarity`, where the similarity is the largest one to an item with a better rank.
 * Scores and the order of all other items do not change. The order does not depend on the limit of the search.
 *
 * @param contents texts of the items by id. An item without a text is not similar to any other.
 * @param diversity 0 to 1
 * @see docs/reference/search.md#diversity
 * @see Carbonell, Goldstein 1998, "The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing
 *   Summaries"
 */
export function diversify(
  ranked: RankedItems,
  contents: (id: string) => string | undefined,
  diversity: number,
): DiversifiedItems {
  const profile = createProfiler();
  const remaining = Array.from({ length: Math.min(MAX_DIVERSIFIED, ranked.length) }, (_, at) => {
    const item = ranked.item(at);
    return { item, profile: profile(contents(item.id) ?? ''), rank: at + 1, similarTo: null, similarity: 0 };
  }) as (Diversification & { item: FusedItem; profile: ReturnType<typeof profile> })[];
  const order: FusedItem[] = [];
  const diversifications = new Map<string, Diversification>();
  while (remaining.length > 0) {
    let best = 0;
    let highest = -Infinity;
    // Plain loops, because this function runs in every search of an assistant.
    for (let at = 0; at < remaining.length; at++) {
      const { item, similarity } = remaining[at]!;
      const value = (1 - diversity) * item.score - diversity * similarity;
      if (value > highest) [best, highest] = [at, value];
    }
    const [chosen] = remaining.splice(best, 1);
    const { item, rank, similarTo, similarity } = chosen!;
    order.push(item);
    diversifications.set(item.id, { rank, similarTo, similarity });
    for (const other of remaining) {
      const similarity = textSimilarity(chosen!.profile, other.profile);
      if (similarity <= other.similarity) continue;
      other.similarity = similarity;
      other.similarTo = item.id;
    }
  }
  const rankOf = new Map(order.map(({ id }, rank) => [id, rank]));
  return {
    length: ranked.length,
    bestPossible: ranked.bestPossible,
    learned: ranked.learned,
    item: (rank) => order[rank] ?? ranked.item(rank),
    find: (id) => {
      const found = ranked.find(id);
      return found && { ...found, rank: rankOf.get(id) ?? found.rank };
    },
    diversifications,
  };
}
