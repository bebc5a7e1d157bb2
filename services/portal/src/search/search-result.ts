import type { DocumentCitation } from '@loci/contracts';

export type Retriever = 'bm25' | 'vector' | 'graph';
export const RETRIEVERS = ['bm25', 'vector', 'graph'] as const;

interface RetrieverPart {
  rank: number | null;
  /** Part of the score of the result. Null if the retriever did not find it. */
  contribution: number | null;
  score: number | null;
  rank_score?: number | null;
  /** Stems of the words of the query that the result contains. Only of the keyword search. */
  terms?: { term: string }[] | null;
  /** Path in the graph from another result. Only of the graph expansion. */
  path?: { steps: { from_id: string; type: string | null }[] } | null;
}

/** Fields of an explanation that are shown. @see docs/reference/search.md#explanations */
export interface Explanation {
  retrievers: Record<Retriever, RetrieverPart | null>;
  neighbors: { bm25_share: number; vector_share: number }[];
  fusion: { sum: number };
}

/** Fields of a search result that are shown on the page. Document passages have no memory type. */
export interface FoundItem {
  id: string;
  content: string;
  snippet: string;
  score_breakdown: { bm25_score: number | null; vector_score: number | null };
  metadata: {
    memory_type: string | null;
    highlight: string | null;
    graph_context: { relationship_count: number } | null;
  };
  tags: string[];
  created_at: string;
  occurred_at: string;
  /** Document and position of a passage. Null for memories. */
  document: DocumentCitation | null;
  /** Absent in searches without explanations. */
  explanation?: Explanation;
}

/** Fields of the response to a hybrid search that are shown. */
export interface SearchResults {
  items: FoundItem[];
  search_metadata: { degraded: Retriever[]; pending_writes: number };
}

/**
 * Similarity in meaning below which a result without a word of the query is weak. Unrelated texts have similarities of up
 * to 0.3 with the built-in model.
 */
const WEAK_SIMILARITY = 0.4;

/** True if a result contains no word of the query, and is not similar in meaning. */
export const isWeak = ({
  score_breakdown: { bm25_score: words, vector_score: meaning },
}: FoundItem): boolean => words === null && (meaning === null || meaning < WEAK_SIMILARITY);

/** Returns the highest similarity in meaning, or null if no result has one. */
export function highestSimilarity(items: readonly FoundItem[]): number | null {
  const similarities = items.flatMap(({ score_breakdown: { vector_score: score } }) =>
    score === null ? [] : [score],
  );
  return similarities.length === 0 ? null : Math.max(...similarities);
}

/** Returns the largest share of a rank score that comes from conversation neighbors, 0 to 1. */
export function neighborShare({ retrievers, neighbors }: Explanation): number {
  const share = (name: 'bm25' | 'vector'): number => {
    const total = retrievers[name]?.rank_score ?? 0;
    const own = neighbors.reduce((sum, neighbor) => sum + neighbor[`${name}_share`], 0);
    return total > 0 ? Math.min(own / total, 1) : 0;
  };
  return Math.max(share('bm25'), share('vector'));
}
