import type { Candidates, CandidatesRequest } from '@loci/contracts';
import { unavailable } from '@loci/core';
import type { Embedder } from '../embedding/embedder.ts';
import type { KeywordHit, KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorHit, VectorIndex } from '../vector-index/vector-index.ts';
import { settle } from './settle.ts';
import { toSearchFilter } from '../query/to-search-filter.ts';

export interface RunRetrieversDeps {
  keywordIndex: Pick<KeywordIndex, 'search' | 'score' | 'scoreSharedTerms' | 'secondHop'>;
  servingSpace(): Promise<ServingSpace>;
  /** Milliseconds after which a retriever counts as failed. */
  timeoutMs: number;
}

/** The parts of the serving vector space that a search uses. */
export interface ServingSpace {
  embedder: Pick<Embedder, 'embed' | 'model' | 'knownShare'>;
  index: Pick<VectorIndex, 'search' | 'score'>;
}

/** Result of one retriever. */
export interface Retrieval<Hit extends { id: string }> {
  /** Best hits of the retriever by id. */
  hits: ReadonlyMap<string, Hit>;
  timeMs: number;
  /**
   * Scores further items. Leaves out items that the retriever does not have. Keyword search also leaves out
   * items that do not pass the filter.
   */
  score(ids: readonly string[]): Promise<Hit[]>;
}

interface VectorRetrieval extends Retrieval<VectorHit> {
  model: string;
  /** Share of the letters of the query in words that the model knows, 0..1. Undefined if it is unknown. */
  knownShare: number | undefined;
}

export interface Retrieved {
  /**
   * Result of keyword search. Null if keyword search failed. If keyword search was not requested, the result
   * has no hits and scores every item 0.
   */
  keyword: Retrieval<KeywordHit> | null;
  /** Result of vector search. Null if vector search failed or was not requested. */
  vector: VectorRetrieval | null;
  /** Requested retrievers that were unavailable or too slow. */
  failed: Candidates['failed'];
}

/**
 * Runs the requested retrievers in parallel.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if no requested retriever responds
 * @throws the reason of `signal` as soon as it is aborted
 */
export async function runRetrievers(
  deps: RunRetrieversDeps,
  request: CandidatesRequest,
  signal: AbortSignal,
): Promise<Retrieved> {
  const { timeoutMs } = deps;
  const [keyword, vector] = await Promise.all([
    settle(() => searchByKeyword(deps, request), signal, timeoutMs),
    request.vector ? settle((deadline) => searchByVector(deps, request, deadline), signal, timeoutMs) : null,
  ]);
  if (!(request.keyword && keyword.result) && !vector?.result)
    throw unavailable('Search', keyword.error ?? vector?.error);
  return {
    keyword: keyword.result,
    vector: vector?.result ?? null,
    failed: [...(keyword.error ? ['keyword' as const] : []), ...(vector?.error ? ['vector' as const] : [])],
  };
}

async function searchByKeyword(
  { keywordIndex }: RunRetrieversDeps,
  request: CandidatesRequest,
): Promise<Retrieval<KeywordHit>> {
  const { tenant_id: tenantId, window: limit } = request;
  const filter = toSearchFilter(request.filter);
  const query = request.keyword ? request.query : '';
  const started = performance.now();
  const hits = request.keyword ? await keywordIndex.search(tenantId, { query, filter, limit }) : [];
  return {
    hits: byId(hits),
    timeMs: performance.now() - started,
    score: (ids) => keywordIndex.score(tenantId, { query, ids, filter }),
  };
}

async function searchByVector(
  { servingSpace }: RunRetrieversDeps,
  request: CandidatesRequest,
  signal: AbortSignal,
): Promise<VectorRetrieval> {
  const { tenant_id: tenantId, query, window: limit } = request;
  const filter = toSearchFilter(request.filter);
  const started = performance.now();
  const { embedder, index } = await servingSpace();
  // The model may have no vector for the query, for example because all of its words are unknown.
  const [vector] = await embedder.embed([query], { signal });
  const hits = vector ? await index.search(tenantId, { vector, filter, limit }) : [];
  return {
    hits: byId(hits),
    timeMs: performance.now() - started,
    model: embedder.model,
    knownShare: embedder.knownShare?.(query),
    score: async (ids) => (vector ? index.score(tenantId, { vector, ids }) : []),
  };
}

const byId = <Hit extends { id: string }>(hits: readonly Hit[]): Map<string, Hit> =>
  new Map(hits.map((hit) => [hit.id, hit]));
