import { CandidateColumns } from '@loci/contracts';
import type { Candidates, CandidatesRequest, SecondHop } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import type { KeywordHit } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import type { VectorHit } from '../vector-index/vector-index.ts';
import { blendScores } from './blend-scores.ts';
import type { CandidateRetriever } from './candidate-retriever.ts';
import { findConversationNeighbors } from './find-conversation-neighbors.ts';
import type { ConversationNeighbor } from './find-conversation-neighbors.ts';
import { areMostlyTurns, toPositions } from './neighbor-pairs.ts';
import type { ItemPairs } from './neighbor-pairs.ts';
import { LINK_WEIGHT, rankCandidates } from './rank-candidates.ts';
import type { RankedCandidates, ScoredCandidates } from './rank-candidates.ts';
import { runRetrievers } from './run-retrievers.ts';
import type { Retrieval, Retrieved, RunRetrieversDeps } from './run-retrievers.ts';
import { settle } from './settle.ts';
import { selectSeeds, shareTerms } from './share-terms.ts';

export interface ComposedRetrieverDeps extends RunRetrieversDeps {
  database: Pick<Database, 'inOneRoundTrip'>;
}

/**
 * Creates a candidate retriever that composes a keyword index, a vector index and the conversation positions
 * in the database. It works with all engines and sends several requests to each of them per search.
 *
 * If the keyword index fails, neighbors cannot become candidates. If the database is unavailable, the result
 * has no conversation neighbors. If the keyword index cannot score shared terms in time, they do not change the scores, and if
 * it cannot find the second hop in time, there is none.
 */
export const createComposedCandidateRetriever = (deps: ComposedRetrieverDeps): CandidateRetriever => ({
  retrieve: async (request, signal) => {
    const retrieved = await runRetrievers(deps, request, signal);
    const found = await scoreInBothRetrievers(retrieved, hitsOf(retrieved), idsOf(retrieved), signal);
    const neighbors = request.conversation_neighbors
      ? await findNeighbors(deps, request.tenant_id, found)
      : [];
    const scored = await scoreNeighbors(retrieved, found, neighbors, signal);
    const candidates = toScoredCandidates(request, retrieved, scored, neighbors);
    const shared = await scoreSharedTerms(deps, request, retrieved, candidates, signal);
    const ranked = rankCandidates({
      ...candidates,
      ...(shared && {
        sharedTerms: (blended) => shareTerms(blended, candidates.neighbors, () => shared),
      }),
    });
    const secondHop = await findSecondHop(deps, request, retrieved, candidates, ranked.order, signal);
    return toCandidates(request, retrieved, ranked, secondHop);
  },
});

/** Share of the timeout of a retriever after which a search continues without shared terms, and without a second hop. */
const OPTIONAL_STEP_TIME = 0.25;

type ItemDetails = Pick<KeywordHit, 'importance' | 'createdAtMs' | 'words' | 'traits' | 'inConversation'>;

/** Known hits of each retriever by item id. */
interface Hits {
  keywordHits: ReadonlyMap<string, KeywordHit>;
  vectorHits: ReadonlyMap<string, VectorHit>;
}

interface ScoredItems extends Hits {
  /** Details of the candidates by id. Candidates are the items that pass the filter. */
  details: ReadonlyMap<string, ItemDetails>;
}

const hitsOf = ({ keyword, vector }: Retrieved): Hits => ({
  keywordHits: keyword?.hits ?? new Map(),
  vectorHits: vector?.hits ?? new Map(),
});

const idsOf = ({ keyword, vector }: Retrieved): Set<string> =>
  new Set([...(keyword?.hits.keys() ?? []), ...(vector?.hits.keys() ?? [])]);

/**
 * Scores those of `ids` that a retriever has not scored yet. If a retriever has become unavailable, its known
 * hits are kept.
 */
async function scoreInBothRetrievers(
  retrieved: Retrieved,
  known: Hits,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ScoredItems> {
  const [keywordHits, vectorHits] = await Promise.all([
    addMissingHits(retrieved.keyword, known.keywordHits, ids),
    addMissingHits(retrieved.vector, known.vectorHits, ids),
  ]);
  signal.throwIfAborted();
  return {
    keywordHits: keywordHits ?? known.keywordHits,
    vectorHits: vectorHits ?? known.vectorHits,
    // The keyword index returns only items that pass the filter.
    details: keywordHits ?? unknownDetails(idsOf(retrieved)),
  };
}

/**
 * Adds hits for those of `ids` that are not among the known hits. Returns null if the retriever is
 * unavailable.
 */
async function addMissingHits<Hit extends { id: string }>(
  retrieval: Retrieval<Hit> | null,
  known: ReadonlyMap<string, Hit>,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Hit> | null> {
  if (!retrieval) return null;
  const missing = [...ids].filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  const added = await orNullIfUnavailable(retrieval.score(missing));
  return added && new Map([...known, ...added.map((hit) => [hit.id, hit] as const)]);
}

function unknownDetails(ids: ReadonlySet<string>): ReadonlyMap<string, ItemDetails> {
  // Without the keyword index, it is unknown which items belong to a conversation. `inConversation: true`
  // causes a look-up of the neighbors of all items.
  return new Map(
    [...ids].map((id) => [
      id,
      { importance: null, createdAtMs: NaN, words: null, traits: null, inConversation: true },
    ]),
  );
}

async function findNeighbors(
  { database }: ComposedRetrieverDeps,
  tenantId: string,
  { details }: ScoredItems,
): Promise<ConversationNeighbor[]> {
  const inConversation = [...details].filter(([, item]) => item.inConversation).map(([id]) => id);
  return (await orNullIfUnavailable(findConversationNeighbors(database, tenantId, inConversation))) ?? [];
}

async function scoreNeighbors(
  retrieved: Retrieved,
  scored: ScoredItems,
  neighbors: readonly ConversationNeighbor[],
  signal: AbortSignal,
): Promise<ScoredItems> {
  if (neighbors.length === 0) return scored;
  const ids = new Set([...idsOf(retrieved), ...neighbors.map(({ id }) => id)]);
  return scoreInBothRetrievers(retrieved, scored, ids, signal);
}

interface ListedCandidates extends ScoredCandidates {
  /** Ids by position. */
  ids: readonly string[];
}

function toScoredCandidates(
  request: CandidatesRequest,
  { vector }: Retrieved,
  { keywordHits, vectorHits, details }: ScoredItems,
  neighbors: readonly ConversationNeighbor[],
): ListedCandidates {
  const ids = [...details.keys()];
  return {
    ids,
    // The keyword index returns the score 0 for an item without a match.
    keyword: Float64Array.from(ids, (id) => keywordHits.get(id)?.score || NaN),
    vector: Float64Array.from(ids, (id) => vectorHits.get(id)?.score ?? NaN),
    knownShare: vector?.knownShare,
    importance: Float64Array.from(ids, (id) => details.get(id)!.importance ?? NaN),
    createdAtMs: Float64Array.from(ids, (id) => details.get(id)!.createdAtMs),
    words: Float64Array.from(ids, (id) => details.get(id)!.words ?? NaN),
    traits: Float64Array.from(ids, (id) => details.get(id)!.traits ?? NaN),
    neighbors: toPositions(toPairs(neighbors), ids),
    isIdLess: (a, b) => ids[a]! < ids[b]!,
    packIds: (positions) => Array.from(positions, (position) => ids[position]!).join(''),
    explain: request.explain,
  };
}

/**
 * Scores the candidates for the rare terms that they share with the best ones. Returns null if shared terms do not apply, or if
 * the keyword index is unavailable or too slow.
 */
async function scoreSharedTerms(
  { keywordIndex, timeoutMs }: ComposedRetrieverDeps,
  request: CandidatesRequest,
  { keyword }: Retrieved,
  candidates: ListedCandidates,
  signal: AbortSignal,
): Promise<Float64Array | null> {
  if (!request.shared_terms || !keyword) return null;
  const { ids, neighbors } = candidates;
  const { blended } = blendScores(candidates, neighbors, { knownShare: candidates.knownShare });
  const seeds = selectSeeds(blended, neighbors);
  if (!seeds) return null;
  const query = {
    seeds: Array.from(seeds, (position) => ({ id: ids[position]!, weight: blended[position]! })),
    ids,
  };
  const { result } = await settle(
    () => keywordIndex.scoreSharedTerms(request.tenant_id, query),
    signal,
    timeoutMs * OPTIONAL_STEP_TIME,
  );
  return result && Float64Array.from(ids, (id) => result.get(id) ?? 0);
}

/**
 * Follows the entities of the best candidate to other candidates. Returns null if most of the candidates are turns of
 * conversations, or if the keyword index is unavailable or too slow.
 *
 * @param order positions of the candidates, best first
 */
async function findSecondHop(
  { keywordIndex, timeoutMs }: ComposedRetrieverDeps,
  request: CandidatesRequest,
  { keyword }: Retrieved,
  { ids, neighbors }: ListedCandidates,
  order: Uint32Array,
  signal: AbortSignal,
): Promise<SecondHop | null> {
  if (!request.second_hop || !keyword || order.length === 0 || areMostlyTurns(neighbors, ids.length))
    return null;
  const startedAt = performance.now();
  const ranked = Array.from(order, (position) => ids[position]!);
  const query = { query: request.query, bestId: ranked[0]!, ids: ranked };
  const { result } = await settle(
    () => keywordIndex.secondHop(request.tenant_id, query),
    signal,
    timeoutMs * OPTIONAL_STEP_TIME,
  );
  if (!result) return null;
  const ranks = new Map(ranked.map((id, rank) => [id, rank]));
  return { positions: result.map((id) => ranks.get(id)!), time_ms: performance.now() - startedAt };
}

function toCandidates(
  request: CandidatesRequest,
  { keyword, vector, failed }: Retrieved,
  { columns, parts }: RankedCandidates,
  secondHop: SecondHop | null,
): Candidates {
  return {
    columns: CandidateColumns.unpack(columns),
    ...(parts && { rank_score_parts: parts }),
    ...(secondHop && { second_hop: secondHop }),
    link_weight: LINK_WEIGHT,
    keyword: request.keyword && keyword ? toStatistics(keyword) : null,
    vector: vector && {
      ...toStatistics(vector),
      model: vector.model,
      ...(vector.knownShare !== undefined && { known_share: vector.knownShare }),
    },
    failed,
  };
}

const toStatistics = ({ hits, timeMs }: Retrieval<{ id: string }>): { time_ms: number; count: number } => ({
  time_ms: timeMs,
  count: hits.size,
});

const toPairs = (neighbors: readonly ConversationNeighbor[]): ItemPairs<string> => ({
  own: neighbors.map(({ id }) => id),
  neighbor: neighbors.map(({ neighborId }) => neighborId),
  distance: neighbors.map(({ distance }) => distance),
});
