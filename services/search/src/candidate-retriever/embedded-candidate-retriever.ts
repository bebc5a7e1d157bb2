import { CandidateColumns } from '@loci/contracts';
import type { Candidates, CandidatesRequest } from '@loci/contracts';
import { unavailable } from '@loci/core';
import type { EngineCandidates, EngineQuery } from '../embedded-engine/retrieve-candidates.ts';
import { canonicalTenantId } from '../items/item-ids.ts';
import type { EmbeddedKeywordIndex } from '../keyword-index/embedded/embedded-keyword-index.ts';
import { toSearchFilter } from '../query/to-search-filter.ts';
import type { EmbeddedVectorIndex } from '../vector-index/embedded/embedded-vector-index.ts';
import { toUnitVector } from '../vector-index/unit-vector.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import type { CandidateRetriever, CandidateRetrieverOptions } from './candidate-retriever.ts';
import { LINK_WEIGHT } from './rank-candidates.ts';
import { settle } from './settle.ts';

export interface EmbeddedRetrieverDeps extends CandidateRetrieverOptions {
  keywordIndex: EmbeddedKeywordIndex;
}

/**
 * Creates a candidate retriever on the embedded indexes of one search engine. A retrieval is one message to
 * the thread of the tenant. The thread runs both searches, adds the conversation neighbors, scores all
 * candidates in both indexes and ranks them.
 *
 * If the keyword index fails, conversation neighbors are left out.
 */
export const createEmbeddedCandidateRetriever = (deps: EmbeddedRetrieverDeps): CandidateRetriever => ({
  retrieve: async (request, signal) => {
    const { timeoutMs } = deps;
    const startedAt = performance.now();
    const embedding = request.vector
      ? await settle((deadline) => embedQuery(deps, request, deadline), signal, timeoutMs)
      : null;
    const embeddingMs = performance.now() - startedAt;
    if (embedding?.error && !request.keyword) throw unavailable('Search', embedding.error);
    const index = embedding?.result?.index ?? null;
    const query: EngineQuery = {
      text: request.keyword ? request.query : '',
      vector: embedding?.result?.vector ?? null,
      knownShare: embedding?.result?.knownShare,
      filter: toSearchFilter(request.filter),
      window: request.window,
      keyword: request.keyword,
      conversationNeighbors: request.conversation_neighbors,
      sharedTerms: request.shared_terms === true,
      secondHop: request.second_hop === true,
      ...(request.explain && { explain: true }),
    };
    const retrieval = await settle(
      () => retrieveInEngine(deps.keywordIndex, index, request.tenant_id, query),
      signal,
      timeoutMs,
    );
    if (!retrieval.result) throw unavailable('Search', retrieval.error);
    return toCandidates(request, retrieval.result, embedding?.result ?? null, embeddingMs);
  },
});

interface EmbeddedQuery {
  index: EmbeddedVectorIndex;
  model: string;
  vector: Float32Array | null;
  knownShare: number | undefined;
}

/** Embeds the query. The vector is null if the model has no vector for the query. */
async function embedQuery(
  { servingSpace }: CandidateRetrieverOptions,
  { query }: CandidatesRequest,
  signal: AbortSignal,
): Promise<EmbeddedQuery> {
  const { embedder, index } = await servingSpace();
  if (!isEmbedded(index)) throw new TypeError('The embedded retriever requires an embedded vector index.');
  const [vector] = await embedder.embed([query], { signal });
  return {
    index,
    model: embedder.model,
    vector: vector ? toUnitVector(vector, index.dimension) : null,
    knownShare: embedder.knownShare?.(query),
  };
}

const isEmbedded = (index: VectorIndex): index is EmbeddedVectorIndex => 'rebuildable' in index;

/**
 * Sends the query to the thread of the tenant. Neither index is closed or replaced before the result arrives.
 */
function retrieveInEngine(
  keywordIndex: EmbeddedKeywordIndex,
  vectorIndex: EmbeddedVectorIndex | null,
  tenant: string,
  query: EngineQuery,
): Promise<EngineCandidates> {
  const tenantId = canonicalTenantId(tenant);
  const { rebuildable } = keywordIndex;
  return rebuildable.use((keyword) => {
    const thread = rebuildable.engine.threadOf(tenantId);
    return vectorIndex
      ? vectorIndex.rebuildable.use((vector) => thread.call('retrieve', [tenantId, keyword, vector, query]))
      : thread.call('retrieve', [tenantId, keyword, null, query]);
  });
}

function toCandidates(
  request: CandidatesRequest,
  { columns, parts, secondHop, keyword, vector }: EngineCandidates,
  embedded: EmbeddedQuery | null,
  embeddingMs: number,
): Candidates {
  const isVectorAvailable = embedded !== null && vector !== null;
  if (!keyword && !isVectorAvailable) throw unavailable('Search');
  return {
    columns: CandidateColumns.unpack(columns),
    ...(parts && { rank_score_parts: parts }),
    ...(secondHop && { second_hop: secondHop }),
    link_weight: LINK_WEIGHT,
    keyword,
    vector: isVectorAvailable
      ? {
          ...vector,
          time_ms: vector.time_ms + embeddingMs,
          model: embedded.model,
          ...(embedded.knownShare !== undefined && { known_share: embedded.knownShare }),
        }
      : null,
    failed: [
      ...(request.keyword && !keyword ? ['keyword' as const] : []),
      ...(request.vector && !isVectorAvailable ? ['vector' as const] : []),
    ],
  };
}
