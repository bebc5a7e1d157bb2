import { FULL_WEIGHT_KNOWN_SHARE } from '@loci/contracts';
import type { ResultItem } from '@loci/contracts';
import type { FusedItem } from '../rank-results.ts';
import type { CandidateSet } from '../retrieve-candidates.ts';
import type { GraphScores } from '../score-by-graph.ts';
import { estimateRelevance } from './relevance.ts';
import type { QuerySignals } from './relevance.ts';
import { RELEVANCE_MODEL } from './relevance-model.ts';

/**
 * Estimates the relevance of the results of a search.
 *
 * @param best results, best first
 * @param items loaded results by id
 * @returns the relevance by item id. Lacks items whose relevance is unknown: all items if vector search did not run with the
 *   embedding model that the relevance is calibrated for, and items without known coverage
 * @see docs/reference/search.md#relevance
 */
export function rateResults(
  best: readonly FusedItem[],
  items: ReadonlyMap<string, ResultItem>,
  { candidates, vector }: Pick<CandidateSet, 'candidates' | 'vector'>,
  graph: GraphScores | null,
): Map<string, number> {
  const maxSimilarity = maxOf(candidates.data.vector_score);
  if (vector?.model !== RELEVANCE_MODEL.embeddingModel || maxSimilarity === null) return new Map();
  const coverageOf = ({ id }: FusedItem): number | null => items.get(id)?.query_coverage ?? null;
  const maxCoverage = Math.max(0, ...best.map((fused) => coverageOf(fused) ?? 0));
  // Texts in scripts that the embedding model does not know have similar vectors, whatever their words.
  const hasEvidence = maxCoverage > 0 || (vector.known_share ?? 1) >= FULL_WEIGHT_KNOWN_SHARE;
  const query: QuerySignals = {
    coverage: maxCoverage,
    similarity: hasEvidence ? maxSimilarity : 0,
    candidates: candidates.length,
  };
  const relevance = new Map<string, number>();
  for (const fused of best) {
    const coverage = coverageOf(fused);
    if (coverage === null || fused.position >= candidates.length) continue;
    const item = {
      coverage,
      similarity: hasEvidence ? candidates.value('vector_score', fused.position) : 0,
      // With the default fusion, so that the relevance does not depend on the parameters of the search.
      rankScore: fused.defaultScore,
      turnScore: fused.turnScore,
    };
    relevance.set(fused.id, estimateRelevance(query, item));
  }
  if (graph) addReached(relevance, best, candidates.length, graph);
  return relevance;
}

/**
 * Adds the relevance of the items that only the graph found. Such an item needs no word of the query, because it is related
 * to an item that matches. Its relevance is that of the most relevant candidate, in proportion to the graph scores.
 */
function addReached(
  relevance: Map<string, number>,
  best: readonly FusedItem[],
  candidateCount: number,
  { scores }: GraphScores,
): void {
  if (best.every(({ position }) => position < candidateCount)) return;
  const rated = best.filter(({ id }) => relevance.has(id));
  const [first] = rated.sort((a, b) => relevance.get(b.id)! - relevance.get(a.id)!);
  if (first === undefined) return;
  const highest = relevance.get(first.id)!;
  for (const { id, position } of best) {
    if (position < candidateCount) continue;
    const share = Math.min(1, scores[position]! / scores[first.position]!);
    relevance.set(id, Math.round(highest * share * 10_000) / 10_000);
  }
}

/** Returns the largest number, or null if all are NaN. */
function maxOf(values: Float64Array): number | null {
  let max: number | null = null;
  for (let i = 0; i < values.length; i++) if (values[i]! > (max ?? -Infinity)) max = values[i]!;
  return max;
}
