import { findEventDates } from './dates/find-event-dates.ts';
import { effectiveWeights } from './effective-weights.ts';
import { expandGraph } from './expand-graph.ts';
import type { GraphExpansion } from './expand-graph.ts';
import { loadResults } from './load-results.ts';
import type { LoadedResults } from './load-results.ts';
import { rankRetrievers } from './rank-retrievers.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import { retrieveCandidates } from './retrieve-candidates.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { SearchContext } from './search-context.ts';

/** The results of all steps of one hybrid search. */
export interface HybridRun {
  candidateSet: CandidateSet;
  rankings: RetrieverRankings;
  /** Null if the graph retriever is off or unavailable. */
  expansion: GraphExpansion | null;
  loaded: LoadedResults;
}

/**
 * Runs the steps of a hybrid search.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the search service or every retriever with a positive weight is unavailable
 */
export async function runPipeline(context: SearchContext): Promise<HybridRun> {
  // Only the ranking needs the dates of events, so their search runs at the same time as the steps before.
  const eventDates = findEventDates(context);
  const candidateSet = await retrieveCandidates(context);
  context.request = { ...context.request, weights: effectiveWeights(context.request, candidateSet) };
  const rankings = rankRetrievers(context.request, candidateSet);
  const expansion = await expandGraph(context, candidateSet, rankings);
  context.dates = [...context.dates, ...(await eventDates)];
  const loaded = await loadResults(context, candidateSet, rankings, expansion);
  return { candidateSet, rankings, expansion, loaded };
}
