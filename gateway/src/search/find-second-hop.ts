import { fuseRankings } from './fuse-rankings.ts';
import { areTurns } from './learned-ranking/score-by-model.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import { SECOND_HOP_RANKS } from './raise-second-hop.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { SearchContext } from './search-context.ts';

/** What the second search of a search found. */
export interface SecondHop {
  /** Positions of the candidates, best first. */
  positions: readonly number[];
  /** Duration in milliseconds. */
  timeMs: number;
}

/**
 * Runs a second search for the names of the best result and the words of the query that it lacks, if it can change the results.
 * The best result is that before graph expansion, so that both can run at the same time.
 *
 * Only candidates are returned. They passed the filter of the search, and all retrievers have scored them.
 *
 * @returns null if the second search did not run, or the search service is unavailable
 * @throws the reason of the signal if the caller has disconnected
 * @see docs/reference/search.md#second-hop
 */
export async function findSecondHop(
  context: SearchContext,
  { candidates }: CandidateSet,
  rankings: RetrieverRankings,
): Promise<SecondHop | null> {
  const { search, tenantId, request } = context;
  if (!isUseful(context) || !rankings.keyword || !rankings.vector) return null;
  if (candidates.length <= SECOND_HOP_RANKS[0]) return null;
  // Without relationships, the graph ranking is the order of the candidates.
  const positions = Uint32Array.from(candidates.data.blended, (_, position) => position);
  if (areTurns(candidates, positions)) return null;
  const startedAt = performance.now();
  const ids = await context.orWithoutSecondHop(
    search.secondHop(
      {
        tenant_id: tenantId,
        query: request.query,
        best_id: candidates.id(findBest(request, { ...rankings, graph: positions }, candidates.length)),
        filter: request.filter,
      },
      context.searchOptions(),
    ),
  );
  if (ids === null) return null;
  const found = ids.map((id) => candidates.positionOf(id)).filter((position) => position !== -1);
  return { positions: found, timeMs: performance.now() - startedAt };
}

/**
 * Returns false if a second search cannot or should not change the results: a search of the past has the texts of another time,
 * and superseded versions are not in the index of the current items.
 */
function isUseful({ request }: SearchContext): boolean {
  const { secondHop, past, include, limit, diversity } = request;
  if (!secondHop || past !== null || include.includes('superseded')) return false;
  return limit >= SECOND_HOP_RANKS[0] || diversity > 0;
}

/** Returns the position of the best candidate. */
function findBest(
  { weights, rrfK }: SearchContext['request'],
  rankings: Parameters<typeof fuseRankings>[0],
  length: number,
): number {
  const { scores } = fuseRankings(rankings, weights, rrfK, length);
  let best = 0;
  for (let position = 1; position < length; position++)
    if (scores[position]! > scores[best]!) best = position;
  return best;
}
