import { contributionOf } from '../fuse-rankings.ts';
import type { HybridRun } from '../run-pipeline.ts';
import type { LoadedResults } from '../load-results.ts';
import type { FusedItem } from '../rank-results.ts';
import type { CandidateSet } from '../retrieve-candidates.ts';
import { RETRIEVERS } from '../retriever.ts';
import type { Retriever } from '../retriever.ts';
import type { SearchContext } from '../search-context.ts';
import { loadPaths } from './load-paths.ts';
import type { Explanation } from './explanation.resource.ts';

/**
 * Explains the scores of the results of a search that was run with `explain`.
 *
 * @returns the explanations by item id
 * @see docs/reference/search.md#explanations
 */
export async function explainResults(
  context: SearchContext,
  run: HybridRun,
): Promise<Map<string, Explanation>> {
  const { best } = run.loaded;
  const paths = await loadPaths(
    context,
    run,
    best.map(({ id }) => id),
  );
  return new Map(best.map((fused) => [fused.id, explain(context, run, fused, paths.get(fused.id) ?? null)]));
}

function explain(
  { request }: SearchContext,
  { candidateSet, loaded }: HybridRun,
  fused: FusedItem,
  path: NonNullable<Explanation['retrievers']['graph']>['path'],
): Explanation {
  const { candidates, keyword, vector } = candidateSet;
  const { position } = fused;
  const isCandidate = position < candidates.length;
  const graphScore = loaded.graph?.scores[position] ?? null;
  const blended = isCandidate ? candidates.data.blended[position]! : 0;
  const contribution = (retriever: Retriever): number | null => {
    const rank = fused.ranks[retriever];
    return rank === undefined ? null : contributionOf(request.weights[retriever], request.rrfK, rank);
  };
  const ranked = (retriever: Retriever) => ({
    rank: fused.ranks[retriever] ?? null,
    weight: request.weights[retriever],
    contribution: contribution(retriever),
  });
  const scored = (retriever: 'keyword' | 'vector') => ({
    ...ranked(retriever),
    score: isCandidate ? candidates.value(`${retriever}_score`, position) : null,
    rank_score: isCandidate ? candidates.value(`${retriever}_rank_score`, position) : null,
    own_share: candidateSet.parts?.[`own_${retriever}`][position] ?? null,
  });
  const { learned } = loaded.ranked;
  const scoredByModel = learned?.explain(position) ?? null;
  return {
    retrievers: {
      bm25: keyword && { ...scored('keyword'), terms: loaded.terms && (loaded.terms.get(fused.id) ?? []) },
      vector: vector && scored('vector'),
      graph:
        graphScore === null
          ? null
          : { ...ranked('graph'), score: graphScore, received: graphScore - blended, path },
    },
    blended_score: blended,
    diversity: diversityOf(loaded, fused.id),
    neighbors: neighborsOf(candidateSet, position),
    fusion: {
      rrf_k: request.rrfK,
      learned: learned && {
        rank: fused.learnedRank!,
        weight: learned.weight,
        contribution: learned.contribution(position),
        score: scoredByModel?.score ?? null,
        signals: scoredByModel?.signals ?? null,
      },
      second_hop: fused.raised,
      // The order of the additions is that of the fusion, so that the sums are equal.
      sum:
        RETRIEVERS.reduce((sum, retriever) => sum + (contribution(retriever) ?? 0), 0) +
        (learned?.contribution(position) ?? 0) +
        (fused.raised?.contribution ?? 0),
      best_possible: loaded.ranked.bestPossible,
      fused_score: fused.fusedScore,
      recency_factor: fused.recency,
      date_factor: fused.dateFactor,
      final_score: fused.score,
    },
  };
}

function diversityOf({ diversifications }: LoadedResults, id: string): Explanation['diversity'] {
  const found = diversifications.get(id);
  return found
    ? { rank_by_score: found.rank, similar_to: found.similarTo, similarity: found.similarity }
    : null;
}

function neighborsOf({ candidates, parts }: CandidateSet, position: number): Explanation['neighbors'] {
  if (!parts) return [];
  return parts.pairs.flatMap(([own, neighbor], pair) =>
    own === position
      ? [
          {
            memory_id: candidates.id(neighbor),
            distance: parts.distances[pair]!,
            bm25_share: parts.neighbor_keyword[pair]!,
            vector_share: parts.neighbor_vector[pair]!,
          },
        ]
      : [],
  );
}
