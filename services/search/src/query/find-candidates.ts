import type { Candidate, Candidates, CandidatesRequest } from '@loci/contracts';
import { unavailable } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { Embedder } from '../embedding/embedder.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { KeywordHit, KeywordIndex } from '../keyword-index/keyword-index.ts';
import { findNeighbours } from './find-conversation-neighbors.ts';
import type { Neighbour } from './find-conversation-neighbors.ts';
import type { VectorHit, VectorIndex } from '../vector-index/vector-index.ts';
import { isUnavailable, unlessUnavailable } from '../or-null-if-unavailable.ts';
import { toSearchFilter } from './to-search-filter.ts';
import { blend } from './blend-scores.ts';
import type { ArmScores } from './blend-scores.ts';

export interface FindCandidatesDeps {
  database: Pick<Database, 'inOneRoundTrip'>;
  keywordIndex: Pick<KeywordIndex, 'search' | 'score'>;
  servingSpace(): Promise<SearchableSpace>;
  /** How long one arm may keep the other waiting. */
  armTimeoutMs: number;
}

interface SearchableSpace {
  embedder: Pick<Embedder, 'embed'>;
  index: Pick<VectorIndex, 'search' | 'score'>;
}

/** What a neighbour in a conversation passes on in the graph walk, as strength x confidence of a relationship. */
const LINK_WEIGHT = 0.2;

/** What an arm found, by id. */
interface Arm<Hit> {
  hits: Map<string, Hit>;
  timeMs: number;
  /** Asks about further ids. */
  score(ids: readonly string[]): Promise<Hit[]>;
}

type Tied = Pick<KeywordHit, 'importance' | 'createdAtMs' | 'inConversation'>;

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
  const [keyword, vector] = await Promise.all([
    request.keyword ? settle(keywordArm(deps, request, filter), inTime) : null,
    request.vector ? settle(vectorArm(deps, request, filter, inTime), inTime) : null,
  ]);
  signal.throwIfAborted();
  const failed: Candidates['failed'] = [];
  if (keyword?.failed) failed.push('keyword');
  if (vector?.failed) failed.push('vector');
  const [keywords, vectors] = [keyword?.arm, vector?.arm];
  if (!keywords && !vectors) throw unavailable('Search', keyword?.failed ?? vector?.failed);
  const counts = { keyword: keywords?.hits.size ?? 0, vector: vectors?.hits.size ?? 0 };

  const found = new Set([...(keywords?.hits.keys() ?? []), ...(vectors?.hits.keys() ?? [])]);
  let tied: ReadonlyMap<string, Tied> = new Map();
  const complete = async (ids: readonly string[]): Promise<void> => {
    [tied] = await Promise.all([
      keyword?.failed ? undescribed(found) : describe(deps, request, keywords, ids, found, filter),
      vectors && scoreMissing(vectors, ids),
    ]);
    signal.throwIfAborted();
  };
  await complete([...found]);
  const neighbours = request.surroundings ? await neighboursOf(deps, tenantId, tied) : [];
  if (neighbours.length > 0) await complete([...new Set([...found, ...neighbours.map(({ id }) => id)])]);

  const scores = [...tied.keys()].map((id): ArmScores => ({
    id,
    keyword: keywords?.hits.get(id)?.score || null,
    vector: vectors?.hits.get(id)?.score ?? null,
  }));
  return {
    items: blend(scores, neighbours).map((item): Candidate => ({
      id: item.id,
      keyword_score: item.keyword,
      vector_score: item.vector,
      keyword_rank_score: item.keywordRankScore,
      vector_rank_score: item.vectorRankScore,
      blended: item.blended,
      importance: tied.get(item.id)!.importance,
      created_at_ms: tied.get(item.id)!.createdAtMs,
    })),
    neighbours: links(neighbours, tied),
    keyword: keywords ? { time_ms: keywords.timeMs, count: counts.keyword } : null,
    vector: vectors ? { time_ms: vectors.timeMs, count: counts.vector } : null,
    failed,
  };
}

async function keywordArm(
  { keywordIndex }: FindCandidatesDeps,
  { tenant_id, query, window }: CandidatesRequest,
  filter: SearchFilter,
): Promise<Arm<KeywordHit>> {
  const started = performance.now();
  const hits = await keywordIndex.search(tenant_id, { query, filter, limit: window });
  return {
    hits: byId(hits),
    timeMs: performance.now() - started,
    score: (ids) => keywordIndex.score(tenant_id, { query, ids, filter }),
  };
}

async function vectorArm(
  { servingSpace }: FindCandidatesDeps,
  { tenant_id, query, window }: CandidatesRequest,
  filter: SearchFilter,
  signal: AbortSignal,
): Promise<Arm<VectorHit>> {
  const started = performance.now();
  const { embedder, index } = await servingSpace();
  const [vector] = await embedder.embed([query], { signal });
  // A query in which the model knows no word is near to nothing.
  const hits = vector ? await index.search(tenant_id, { vector, filter, limit: window }) : [];
  return {
    hits: byId(hits),
    timeMs: performance.now() - started,
    score: async (ids) => (vector ? index.score(tenant_id, { vector, ids }) : []),
  };
}

const byId = <Hit extends { id: string }>(hits: readonly Hit[]): Map<string, Hit> =>
  new Map(hits.map((hit) => [hit.id, hit]));

/**
 * Those of `ids` that may be shown, with what decides ties. The keyword index knows it; while it does not answer,
 * what was found goes on without.
 */
async function describe(
  { keywordIndex }: FindCandidatesDeps,
  { tenant_id }: CandidatesRequest,
  keywords: Arm<KeywordHit> | null | undefined,
  ids: readonly string[],
  found: ReadonlySet<string>,
  filter: SearchFilter,
): Promise<ReadonlyMap<string, Tied>> {
  if (keywords) {
    return (await scoreMissing(keywords, ids)) ? keywords.hits : undescribed(found);
  }
  const items = await unlessUnavailable(keywordIndex.score(tenant_id, { query: '', ids, filter }), null);
  return items ? byId(items) : undescribed(found);
}

const undescribed = (found: ReadonlySet<string>): ReadonlyMap<string, Tied> =>
  // They may have neighbours, for all we know.
  new Map([...found].map((id) => [id, { importance: null, createdAtMs: 0, inConversation: true }]));

async function neighboursOf(
  { database }: FindCandidatesDeps,
  tenantId: string,
  tied: ReadonlyMap<string, Tied>,
): Promise<Neighbour[]> {
  const conversing = [...tied].filter(([, { inConversation }]) => inConversation).map(([id]) => id);
  return unlessUnavailable(findNeighbours(database, tenantId, conversing), []);
}

/** Gives each of `ids` its hit in this arm. @returns false when the arm breaks only now: it keeps what it has */
async function scoreMissing<Hit extends { id: string }>(
  arm: Arm<Hit>,
  ids: readonly string[],
): Promise<boolean> {
  const missing = ids.filter((id) => !arm.hits.has(id));
  if (missing.length === 0) return true;
  const hits = await unlessUnavailable(arm.score(missing), null);
  for (const hit of hits ?? []) arm.hits.set(hit.id, hit);
  return hits !== null;
}

/** An arm that does not answer, or not before `inTime` ends, has failed; the search goes on without it. */
async function settle<Hit>(
  arm: Promise<Arm<Hit>>,
  inTime: AbortSignal,
): Promise<{ arm: Arm<Hit> | null; failed: unknown }> {
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
