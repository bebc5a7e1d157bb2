import type { InspectedMemory, SearchClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { HybridSearch } from '../hybrid-search.ts';
import { WIRE_NAMES } from '../hybrid-search.resource.ts';
import { toRetrieverQuery } from '../retrieve-candidates.ts';
import { RETRIEVERS } from '../retriever.ts';
import { runPipeline } from '../run-pipeline.ts';
import type { HybridRun } from '../run-pipeline.ts';
import { createSearchContext } from '../search-context.ts';
import type { HybridSearchDeps, SearchContext } from '../search-context.ts';
import { describeRanking } from './describe-ranking.ts';
import { toFilterEvidence } from './filter-evidence.ts';
import type { WhyNotResource } from './why-not.resource.ts';

export interface WhyNotDeps extends HybridSearchDeps {
  search: Pick<SearchClient, 'candidates' | 'items' | 'inspectMemory'>;
}

export interface WhyNotQuestion {
  memoryId: string;
  search: HybridSearch;
}

type WhyNot = Omit<WhyNotResource, 'pending_writes'>;
type Decision = Pick<WhyNot, 'found' | 'rank' | 'reason' | 'evidence'>;

/**
 * Runs a search and determines why it does not return a memory. The memory is read before the search runs, so that the
 * search sees at least the index entries that the evidence describes.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the search cannot run, or the state of the memory cannot be read
 * @see docs/reference/search.md#why-not
 */
export async function whyNot(
  deps: WhyNotDeps,
  caller: Caller,
  { memoryId, search }: WhyNotQuestion,
  signal: AbortSignal,
): Promise<WhyNot> {
  const context = createSearchContext(deps, caller, search, signal);
  const inspected = await deps.search.inspectMemory(
    { tenant_id: caller.tenantId, id: memoryId, ...toRetrieverQuery(search) },
    context.searchOptions(),
  );
  // The response for a memory of another tenant must equal that for an unknown id, so it contains nothing else.
  if (!inspected.memory) return { ...notReturned('not_found', {}), degraded: [] };
  const run = await runPipeline(context);
  return {
    ...decide(context, run, memoryId, inspected, inspected.memory),
    degraded: RETRIEVERS.filter((name) => context.degraded.has(name)).map((name) => WIRE_NAMES[name]),
  };
}

/** Returns the first reason that applies. */
function decide(
  context: SearchContext,
  run: HybridRun,
  id: string,
  inspected: InspectedMemory,
  memory: NonNullable<InspectedMemory['memory']>,
): Decision {
  const { request } = context;
  const { ranked, best, relevance } = run.loaded;
  const located = ranked.find(id);
  const rank = best.findIndex((result) => result.id === id);
  if (rank !== -1) return { found: true, rank: rank + 1, reason: null, evidence: {} };
  if (!memory.is_active && !request.filter.include?.includes('superseded'))
    return notReturned('superseded', {
      superseded_by: memory.superseded_by,
      superseded_at: memory.updated_at,
    });
  const hidden = inspected.failed_filters.find(({ field }) => field === 'include');
  if (hidden?.actual === 'expired') return notReturned('expired', { valid_until: memory.valid_until! });
  if (inspected.failed_filters.length > 0)
    return notReturned('filtered', { filters: inspected.failed_filters.map(toFilterEvidence) });
  const indexState = {
    memory_revision: memory.revision,
    indexed_revision: inspected.indexed_revision,
    embedding_status: inspected.embedding_status,
  };
  if ((inspected.indexed_revision ?? 0) < memory.revision) return notReturned('not_indexed_yet', indexState);
  const ranking = describeRanking(context, run, located, inspected, memory);
  if (located?.rank === -1)
    return notReturned('below_min_score', { min_score_threshold: request.minScore!, ranking });
  if (located && located.rank < request.limit && relevance.has(id))
    return notReturned('below_min_relevance', {
      min_relevance: request.minRelevance!,
      relevance: relevance.get(id)!,
      ranking,
    });
  if (located) return notReturned('outranked', { ...similarTo(run, id), ranking });
  const lacksVector = run.candidateSet.vector !== null && !inspected.has_vector;
  if (lacksVector && inspected.embedding_status !== 'completed')
    return notReturned('not_indexed_yet', indexState);
  const matches = [inspected.keyword, inspected.vector].some((place) => place && place.score !== null);
  return notReturned(matches ? 'outranked' : 'no_match', { ranking });
}

/** Returns the item because of which diversity lowered the rank of a memory. */
function similarTo({ loaded: { diversifications } }: HybridRun, id: string): WhyNot['evidence'] {
  const found = diversifications.get(id);
  return found?.similarTo ? { similar_to: found.similarTo, similarity: found.similarity } : {};
}

const notReturned = (reason: NonNullable<WhyNot['reason']>, evidence: WhyNot['evidence']): Decision => ({
  found: false,
  rank: null,
  reason,
  evidence,
});
