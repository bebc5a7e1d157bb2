import type {
  Candidate,
  Candidates,
  CandidatesRequest,
  DocumentCitation,
  EdgesOf,
  ExpandRequest,
  ExpandedNode,
  ResultItem,
  GraphClient,
  DirectedEdgeWire,
  MemoryClient,
  NodeEdgesWire,
  ItemsRequest,
  InspectedMemory,
  RankScoreParts,
  RecordedMemoryResource,
  ReachedItem,
  SearchClient,
  TermPart,
} from '@loci/contracts';
import { CandidateColumns, ID_LENGTH, idAt } from '@loci/contracts';
import { unavailable } from '@loci/core';

/** A readable id whose order is the order of `n`: `id(3)` is `00000000-0000-4000-8000-000000000003`. */
export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export function candidate(n: number, part: Partial<Candidate> = {}): Candidate {
  const keyword = part.keyword_score === undefined ? 100 - n : part.keyword_score;
  const vector = part.vector_score === undefined ? 1 - n / 100 : part.vector_score;
  return {
    id: id(n),
    keyword_score: keyword,
    vector_score: vector,
    keyword_rank_score: keyword,
    vector_rank_score: vector,
    blended: 1 - n / 100,
    importance: 0.5,
    created_at_ms: 1_000,
    words: null,
    traits: null,
    ...part,
  };
}

export const edge = (from: number, to: number): DirectedEdgeWire => ({
  id: id(1_000 + from * 10 + to),
  from_id: id(from),
  to_id: id(to),
  type: 'supports',
  direction_type: 'DIRECTED',
  strength: 0.5,
});

/**
 * Creates fakes of the search and graph clients. They return the data that the test sets, and record their
 * requests. Every id has an item whose content contains the id.
 */
export function fakeSearchClients() {
  const clients = {
    candidates: [] as Candidate[],
    /** Pairs of candidates that are adjacent turns of a conversation. */
    conversationLinks: [] as [string, string][],
    failed: [] as Candidates['failed'],
    /** Number of changes of the caller that searches do not find yet. */
    pendingWrites: 0,
    /** IDs of the memories that were recorded as found. */
    noted: [] as string[],
    /** Nodes that graph expansion returns in addition to the seeds, which it returns unchanged. */
    reached: [] as ExpandedNode[],
    /** Ids of the candidates that the second hop finds, if the search requests one. */
    secondHop: [] as string[],
    edges: [] as DirectedEdgeWire[],
    /** Edges of the past. */
    pastEdges: [] as DirectedEdgeWire[],
    /** Embedding model of vector search. */
    model: undefined as string | undefined,
    /** Share of the letters of the query in words that the embedding model knows. */
    knownShare: undefined as number | undefined,
    /** Shares of the terms of the query that items contain, by id. 1 for every other item. */
    coverage: new Map<string, number>(),
    /** Event times of items, by id. Every other item has the same one. */
    occurredAt: new Map<string, string>(),
    /** Contents of items, by id. Every other item has a content with its id. */
    contents: new Map<string, string>(),
    /** Parts of the rank scores of the candidates, in their order. */
    parts: null as RankScoreParts | null,
    /** Matched terms of items, by id. */
    terms: new Map<string, TermPart[]>(),
    /** Citations of the items that are document chunks, by id. */
    citations: new Map<string, DocumentCitation>(),
    /** States of the past by item id. Every other item has the state with its current content. Null is no state. */
    states: new Map<string, Partial<RecordedMemoryResource> | null>(),
    /** Ids that every filter rejects. */
    rejected: new Set<string>(),
    /** Failures by call: `candidates`, `items`, `expand`, `edges`, `pastEdges`, `states`. */
    broken: new Map<string, () => Promise<never>>(),
    requests: {
      candidates: [] as CandidatesRequest[],
      items: [] as ItemsRequest[],
      expand: [] as ExpandRequest[],
      edges: [] as Parameters<GraphClient['edges']>[0][],
      pastEdges: [] as Parameters<GraphClient['pastEdges']>[0][],
      states: [] as Parameters<MemoryClient['getStatesAt']>[],
    },
  };
  async function respond<Result>(name: string, result: () => Result): Promise<Result> {
    await clients.broken.get(name)?.();
    return result();
  }
  const search: Pick<SearchClient, 'candidates' | 'items'> = {
    candidates: (request) => {
      clients.requests.candidates.push(request);
      return respond('candidates', () => {
        const retriever = (enabled: boolean, name: 'keyword' | 'vector') =>
          enabled && !clients.failed.includes(name)
            ? {
                time_ms: 1,
                count: clients.candidates.filter((item) => item[`${name}_score`] !== null).length,
                ...(name === 'vector' && clients.model !== undefined && { model: clients.model }),
                ...(name === 'vector' &&
                  clients.knownShare !== undefined && { known_share: clients.knownShare }),
              }
            : null;
        const keyword = retriever(request.keyword, 'keyword');
        const vector = retriever(request.vector, 'vector');
        if (!keyword && !vector) throw unavailable('Search');
        const items = clients.candidates
          .map((item) => ({
            ...item,
            ...(keyword ? {} : { keyword_score: null, keyword_rank_score: null }),
            ...(vector ? {} : { vector_score: null, vector_rank_score: null }),
          }))
          .sort(byTies);
        const positionOf = (each: string): number => items.findIndex((item) => item.id === each);
        return {
          columns: CandidateColumns.fromItems(
            items,
            clients.conversationLinks.map(([from, to]) => [positionOf(from), positionOf(to)] as const),
          ),
          link_weight: 0.2,
          keyword,
          vector,
          failed: clients.failed,
          ...(request.explain && clients.parts && { rank_score_parts: clients.parts }),
          ...(request.second_hop && {
            second_hop: { positions: clients.secondHop.map(positionOf), time_ms: 2 },
          }),
        };
      });
    },
    items: (request) => {
      clients.requests.items.push(request);
      return respond('items', () => ({
        items: request.ids.map((each) => ({
          ...toResultItem(each, clients.citations.get(each) ?? null),
          query_coverage: clients.coverage.get(each) ?? 1,
          ...(clients.occurredAt.has(each) && { occurred_at: clients.occurredAt.get(each)! }),
          ...withContent(each),
        })),
        cloud_items: (request.cloud_ids ?? []).map((each) => ({
          ...toReachedItem(each),
          ...withContent(each),
        })),
        reached: (request.reached_ids ?? []).filter((each) => !clients.rejected.has(each)).map(toReachedItem),
        ...(request.explain_terms && {
          terms: Array.from(clients.terms, ([each, terms]) => ({ id: each, terms })),
        }),
      }));
    },
  };
  const withContent = (each: string) => {
    const content = clients.contents.get(each);
    return content === undefined ? {} : { content };
  };
  const edgesOf = (each: string, all = clients.edges): NodeEdgesWire<DirectedEdgeWire>[] => {
    const edges = all.filter(({ from_id, to_id }) => from_id === each || to_id === each);
    return edges.length > 0 ? [{ id: each, edges, total: edges.length }] : [];
  };
  const graph: Pick<GraphClient, 'expand' | 'edges' | 'pastEdges'> = {
    expand: (request) => {
      clients.requests.expand.push(request);
      return respond('expand', () => {
        const { ids, scores, edges_of: requested = '', edges_of_reached: includesReached } = request;
        const requestedIds = Array.from({ length: requested.length / ID_LENGTH }, (_, i) =>
          idAt(requested, i),
        );
        const reachedIds = includesReached ? clients.reached.map((node) => node.id) : [];
        return {
          nodes: [
            ...scores.map((score, seed) => ({ id: idAt(ids, seed), score, depth: 0 })),
            ...structuredClone(clients.reached),
          ],
          edges: [...new Set([...requestedIds, ...reachedIds])].flatMap((each) => edgesOf(each)),
        };
      });
    },
    edges: (request) => {
      const { ids, between } = request;
      clients.requests.edges.push(request);
      return respond('edges', (): EdgesOf => ({
        of: ids.flatMap((each) => edgesOf(each)),
        between: clients.edges.filter(
          ({ from_id, to_id }) => between.includes(from_id) && between.includes(to_id),
        ),
      }));
    },
    pastEdges: (request) => {
      clients.requests.pastEdges.push(request);
      return respond('pastEdges', () => request.ids.flatMap((each) => edgesOf(each, clients.pastEdges)));
    },
  };
  const memory: Pick<MemoryClient, 'getStatesAt'> = {
    getStatesAt: (tenantId, ids, times) => {
      clients.requests.states.push([tenantId, ids, times]);
      return respond('states', () => {
        const states = ids.map((each) => [each, clients.states.get(each)] as const);
        return new Map(
          states.flatMap(([each, state]) => (state === null ? [] : [[each, toState(each, state ?? {})]])),
        );
      });
    },
  };
  const ownWrites = { waitUntilSearchable: () => Promise.resolve(clients.pendingWrites) };
  const readLog = {
    noteFound: (_caller: unknown, ids: readonly string[]) => void clients.noted.push(...ids),
  };
  return Object.assign(clients, { search, graph, memory, ownWrites, readLog });
}

/** Compare function for the order of candidates in a response of the search service. */
const byTies = (a: Candidate, b: Candidate): number =>
  b.blended - a.blended ||
  (b.importance ?? 0) - (a.importance ?? 0) ||
  (b.created_at_ms ?? 0) - (a.created_at_ms ?? 0) ||
  (a.id < b.id ? -1 : 1);

const toReachedItem = (each: string): ReachedItem => ({
  id: each,
  importance: 0.5,
  created_at_ms: 1_000,
  content: `Item ${each} ${'x'.repeat(100)}`,
  memory_type: 'fact',
  version: 1,
});

const toResultItem = (each: string, document: DocumentCitation | null): ResultItem => ({
  id: each,
  kind: document ? 'chunk' : 'memory',
  content: `Item ${each}`,
  snippet: `Item ${each}`,
  highlight: `<mark>Item</mark> ${each}`,
  query_coverage: 1,
  memory_type: 'fact',
  importance: 0.5,
  version: 2,
  confidence: 0.8,
  source_type: 'direct_input',
  user_id: 'u',
  tags: ['a'],
  created_at: '2026-06-01T12:00:00.000Z',
  occurred_at: '2026-05-01T12:00:00.000Z',
  updated_at: '2026-06-01T12:00:00.000Z',
  document_id: document?.id ?? null,
  document,
  content_with_context: null,
  chunk_index: null,
  total_chunks: null,
});

const toState = (each: string, part: Partial<RecordedMemoryResource>): RecordedMemoryResource => ({
  id: each,
  content: `Item ${each}`,
  memory_type: 'fact',
  importance: 0.5,
  pinned: false,
  confidence: 0.8,
  source_type: 'direct_input',
  user_id: 'u',
  created_at: '2026-06-01T12:00:00.000Z',
  occurred_at: '2026-05-01T12:00:00.000Z',
  updated_at: '2026-06-01T12:00:00.000Z',
  metadata: {},
  tags: ['a'],
  lifecycle_state: 'active',
  version: 2,
  is_active: true,
  valid_from: null,
  valid_until: null,
  validity: 'current',
  expires_at: null,
  surprise_score: null,
  access_count: null,
  last_accessed: null,
  embedding_status: null,
  relationships: null,
  ...part,
});

/** Rejects as a client does when its service is unavailable. */
export const down = (): Promise<never> => Promise.reject(unavailable('A service'));

/** Place of a memory that a retriever does not find. */
const NO_PLACE = { score: null, rank: null, window_score: null };

/** A memory that passes the filter and is completely indexed, but that no retriever finds. */
export const inspectedMemory = (): InspectedMemory => ({
  memory: {
    revision: 3,
    is_active: true,
    superseded_by: null,
    updated_at: '2026-06-01T12:00:00.000Z',
    occurred_at: '2026-06-01T12:00:00.000Z',
    valid_until: null,
  },
  failed_filters: [],
  indexed_revision: 3,
  embedding_status: 'completed',
  has_vector: true,
  keyword: NO_PLACE,
  vector: NO_PLACE,
});
