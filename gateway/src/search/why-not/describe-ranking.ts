import { retrieverWindow } from '@loci/contracts';
import type { InspectedMemory, RetrieverPlace } from '@loci/contracts';
import { dateFactor } from '../dates/date-factor.ts';
import { contributionOf, fusedScore, roundScore } from '../fuse-rankings.ts';
import type { RankedItems } from '../rank-results.ts';
import { recencyFactor } from '../recency.ts';
import { RETRIEVERS } from '../retriever.ts';
import type { Retriever } from '../retriever.ts';
import type { HybridRun } from '../run-pipeline.ts';
import type { SearchContext } from '../search-context.ts';
import type { RankingEvidence } from './why-not.resource.ts';

/**
 * Describes the rank of a memory in each retriever, and the rank that it would need to be a result.
 *
 * @param located the memory in the ranking, or null if no retriever ranks it
 */
export function describeRanking(
  { request, nowMs, dates }: SearchContext,
  { candidateSet, rankings, loaded }: HybridRun,
  located: ReturnType<RankedItems['find']>,
  inspected: InspectedMemory,
  memory: NonNullable<InspectedMemory['memory']>,
): RankingEvidence {
  const { candidates, keyword, vector } = candidateSet;
  const { ranked, graph } = loaded;
  const { weights, rrfK, limit, minScore, recencyHalfLifeDays, dateWeight } = request;
  const recency =
    located?.item.recency ??
    (recencyHalfLifeDays === null
      ? 1
      : recencyFactor(Date.parse(memory.occurred_at), nowMs, recencyHalfLifeDays));
  const date = located?.item.dateFactor ?? dateFactor(Date.parse(memory.occurred_at), dates, dateWeight);
  const last = ranked.length >= limit ? ranked.item(limit - 1) : null;
  const ranks = located?.item.ranks ?? {};
  const isFused: Record<Retriever, boolean> = {
    keyword: rankings.keyword !== undefined,
    vector: rankings.vector !== undefined,
    graph: graph !== null && weights.graph > 0,
  };
  const finalScore = (changed: Partial<Record<Retriever, number>>): number => {
    const all = { ...ranks, ...changed };
    let sum = 0;
    for (const retriever of RETRIEVERS)
      if (all[retriever] !== undefined) sum += contributionOf(weights[retriever], rrfK, all[retriever]);
    if (ranked.learned && located) sum += ranked.learned.contribution(located.item.position);
    // The second hop raises a memory only if its other ranks are not enough.
    const raisedSum = located?.item.raised ? located.item.sum : 0;
    const fused = fusedScore(Math.max(sum, raisedSum), ranked.bestPossible);
    return recencyHalfLifeDays === null && dates.length === 0 ? fused : roundScore(fused * recency * date);
  };
  const isEnough = (score: number): boolean =>
    score >= (minScore ?? -Infinity) && (last === null || score > last.score);
  /** Returns the lowest rank in one retriever that would be enough, with the other ranks unchanged. */
  const neededRank = (retriever: Retriever): number | null => {
    if (!isFused[retriever]) return null;
    const highest = ranks[retriever] ?? candidates.length + (graph?.reached.length ?? 0) + 2;
    let needed: number | null = null;
    for (let rank = 1; rank < highest && isEnough(finalScore({ [retriever]: rank })); rank++) needed = rank;
    return needed;
  };
  const placeOf = (retriever: Retriever) => ({
    rank: ranks[retriever] ?? null,
    weight: weights[retriever],
    contribution:
      ranks[retriever] === undefined ? null : contributionOf(weights[retriever], rrfK, ranks[retriever]),
    needed_rank: neededRank(retriever),
  });
  const candidatePlace = (retriever: Retriever, place: RetrieverPlace | null) => ({
    ...placeOf(retriever),
    score: place?.score ?? null,
    search_rank: place?.rank ?? null,
    window_score: place?.window_score ?? null,
  });
  return {
    rank: located && located.rank !== -1 ? located.rank + 1 : null,
    limit,
    final_score: located?.item.score ?? null,
    last_score: last?.score ?? null,
    recency_factor: recency,
    date_factor: date,
    window: retrieverWindow(request.limit),
    retrievers: {
      bm25: keyword && candidatePlace('keyword', inspected.keyword),
      vector: vector && candidatePlace('vector', inspected.vector),
      graph: graph && {
        ...placeOf('graph'),
        score: located ? graph.scores[located.item.position]! : null,
      },
    },
  };
}
