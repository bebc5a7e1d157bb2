import type { Candidates, CandidatesRequest } from '@loci/contracts';
import { isAppError, unavailable } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { Embedder } from '../embedding/embedder.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { HasConversations } from '../surroundings/conversing-tenants.ts';
import { findNeighbours } from '../surroundings/find-neighbours.ts';
import type { Neighbour } from '../surroundings/find-neighbours.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { toSearchFilter } from '../items/wire-filter.ts';
import { blend } from './blend.ts';
import type { ArmScores } from './blend.ts';

export interface FindCandidatesDeps {
  database: Pick<Database, 'inOneRoundTrip'>;
  keywordIndex: Pick<KeywordIndex, 'search' | 'score' | 'attributes'>;
  vectorIndex: Pick<VectorIndex, 'search' | 'score'>;
  embedder: Pick<Embedder, 'embed'>;
  hasConversations: HasConversations;
  /** How long one arm may keep the other waiting. */
  armTimeoutMs: number;
}

/** What a neighbour in a conversation passes on in the graph walk, as strength x confidence of a relationship. */
const LINK_WEIGHT = 0.2;

interface Arm {
  scores: Map<string, number>;
  timeMs: number;
  /** Asks for the scores of further ids. */
  score(ids: readonly string[]): Promise<{ id: string; score: number }[]>;
}

/**
 * What each arm finds best under the filter, with every candidate's score in the other arm too, and the support
 * of its neighbours in a conversation; without that support while the database does not answer.
 *
 * @throws SYS_SERVICE_UNAVAILABLE when no arm that was asked answers
 * @see EMBEDDER.md section 2
 */
export async function findCandidates(
  deps: FindCandidatesDeps,
  request: CandidatesRequest,
  signal: AbortSignal,
): Promise<Candidates> {
  const { tenant_id: tenantId } = request;
  const filter = toSearchFilter(request.filter);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(deps.armTimeoutMs)]);
  const [keyword, vector, hasConversations] = await Promise.all([
    request.keyword ? settle(keywordArm(deps, request, filter), inTime) : null,
    request.vector ? settle(vectorArm(deps, request, filter, inTime), inTime) : null,
    request.surroundings ? unlessUnavailable(deps.hasConversations(tenantId), false) : false,
  ]);
  signal.throwIfAborted();
  const failed: Candidates['failed'] = [];
  if (keyword?.failed) failed.push('keyword');
  if (vector?.failed) failed.push('vector');
  const arms = [keyword?.arm ?? null, vector?.arm ?? null] as const;
  if (!arms[0] && !arms[1]) throw unavailable('Search', keyword?.failed ?? vector?.failed);
  const counts = arms.map((arm) => arm?.scores.size ?? 0);

  const found = [...new Set([...(arms[0]?.scores.keys() ?? []), ...(arms[1]?.scores.keys() ?? [])])];
  const neighbours = hasConversations
    ? await unlessUnavailable(findNeighbours(deps.database, tenantId, found), [])
    : [];
  const seen = new Set(found);
  for (const { id } of neighbours) seen.add(id);
  const ids = [...seen];
  const [described] = await Promise.all([
    describeItems(deps, tenantId, ids, found, filter),
    ...arms.map((arm) => arm && scoreMissing(arm, ids)),
  ]);
  signal.throwIfAborted();

  const scores = [...described.keys()].map((id): ArmScores => ({
    id,
    keyword: arms[0]?.scores.get(id) ?? null,
    vector: arms[1]?.scores.get(id) ?? null,
  }));
  return {
    items: blend(scores, neighbours).map((item) => {
      const { importance, createdAt } = described.get(item.id)!;
      return {
        id: item.id,
        keyword_score: item.keyword,
        vector_score: item.vector,
        keyword_rank_score: item.keywordRankScore,
        vector_rank_score: item.vectorRankScore,
        blended: item.blended,
        importance,
        created_at: createdAt,
      };
    }),
    neighbours: links(neighbours, described),
    keyword: arms[0] && { time_ms: arms[0].timeMs, count: counts[0]! },
    vector: arms[1] && { time_ms: arms[1].timeMs, count: counts[1]! },
    failed,
  };
}

type Described = Pick<IndexedItem, 'importance' | 'createdAt'>;

/**
 * What decides ties, for those of `ids` that pass the filter. The keyword index knows it; when it is the arm that
 * is down, what the other one found goes on without.
 */
async function describeItems(
  { keywordIndex }: FindCandidatesDeps,
  tenantId: string,
  ids: readonly string[],
  found: readonly string[],
  filter: SearchFilter,
): Promise<Map<string, Described>> {
  try {
    const items = await keywordIndex.attributes(tenantId, { ids, filter });
    return new Map(items.map((item) => [item.id, item]));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return new Map(found.map((id) => [id, { importance: null, createdAt: '' }]));
  }
}

async function keywordArm(
  { keywordIndex }: FindCandidatesDeps,
  { tenant_id, query, window }: CandidatesRequest,
  filter: SearchFilter,
): Promise<Arm> {
  const started = performance.now();
  const hits = await keywordIndex.search(tenant_id, { query, filter, limit: window });
  return {
    scores: new Map(hits.map(({ id, score }) => [id, score])),
    timeMs: performance.now() - started,
    score: (ids) => keywordIndex.score(tenant_id, { query, ids }),
  };
}

async function vectorArm(
  { embedder, vectorIndex }: FindCandidatesDeps,
  { tenant_id, query, window }: CandidatesRequest,
  filter: SearchFilter,
  signal: AbortSignal,
): Promise<Arm> {
  const started = performance.now();
  const [vector] = await embedder.embed([query], { signal });
  // A query in which the model knows no word is near to nothing.
  if (!vector)
    return { scores: new Map(), timeMs: performance.now() - started, score: () => Promise.resolve([]) };
  const hits = await vectorIndex.search(tenant_id, { vector, filter, limit: window });
  return {
    scores: new Map(hits.map(({ id, score }) => [id, score])),
    timeMs: performance.now() - started,
    score: (ids) => vectorIndex.score(tenant_id, { vector, ids }),
  };
}

/** Gives each of `ids` its score in this arm; an arm that breaks only now keeps what it has. */
async function scoreMissing(arm: Arm, ids: readonly string[]): Promise<void> {
  const missing = ids.filter((id) => !arm.scores.has(id));
  if (missing.length === 0) return;
  for (const { id, score } of await unlessUnavailable(arm.score(missing), [])) arm.scores.set(id, score);
}

/** An arm that does not answer, or not before `inTime` ends, has failed; the search goes on without it. */
async function settle(arm: Promise<Arm>, inTime: AbortSignal): Promise<{ arm: Arm | null; failed: unknown }> {
  try {
    return { arm: await orAborted(arm, inTime), failed: null };
  } catch (error) {
    if (!isUnavailable(error) && error !== inTime.reason) throw error;
    return { arm: null, failed: error };
  }
}

async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function unlessUnavailable<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return otherwise;
  }
}

const isUnavailable = (error: unknown): boolean =>
  isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE';

/** Each pair of neighbours once, for the graph to walk along. */
function links(
  neighbours: readonly Neighbour[],
  known: ReadonlyMap<string, unknown>,
): Candidates['neighbours'] {
  return neighbours
    .filter(
      ({ id, neighbourId, distance }) =>
        distance === 1 && id < neighbourId && known.has(id) && known.has(neighbourId),
    )
    .map(({ id, neighbourId }) => ({ from_id: id, to_id: neighbourId, weight: LINK_WEIGHT }));
}
