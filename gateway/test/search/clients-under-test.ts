import type {
  FilteredItem,
  Candidate,
  Candidates,
  CandidatesRequest,
  EdgesOf,
  ExpandRequest,
  ExpandedNode,
  FoundItem,
  GraphClient,
  GraphEdgeWire,
  ItemsRequest,
  SearchClient,
  SearchFilterWire,
} from '@loci/contracts';
import { unavailable } from '@loci/core';

/** `id(3)` is `00000000-0000-4000-8000-000000000003`: in order, and easy to read in a failure. */
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
    ...part,
  };
}

export const edge = (from: number, to: number): GraphEdgeWire => ({
  id: id(1_000 + from * 10 + to),
  from_id: id(from),
  to_id: id(to),
  type: 'supports',
  strength: 0.5,
});

/**
 * The services that hybrid search asks, saying what the test makes them say and remembering what they were asked.
 * They know every id as an item of its own name.
 */
export function clientsUnderTest() {
  const clients = {
    candidates: [] as Candidate[],
    neighbours: [] as Candidates['neighbours'],
    failed: [] as Candidates['failed'],
    /** What a walk finds besides its seeds, which come back as they went. */
    reached: [] as ExpandedNode[],
    edges: [] as GraphEdgeWire[],
    /** Ids that no filter admits. */
    inadmissible: new Set<string>(),
    /** Calls that fail, by name: `candidates`, `admissible`, `items`, `expand`, `edges`. */
    broken: new Map<string, () => Promise<never>>(),
    asked: {
      candidates: [] as CandidatesRequest[],
      admissible: [] as { ids: readonly string[]; filter: SearchFilterWire }[],
      items: [] as ItemsRequest[],
      expand: [] as ExpandRequest[],
      edges: [] as Parameters<GraphClient['edges']>[0][],
    },
  };
  async function unlessBroken<Result>(name: string, result: () => Result): Promise<Result> {
    await clients.broken.get(name)?.();
    return result();
  }
  const search: SearchClient = {
    candidates: (request) => {
      clients.asked.candidates.push(request);
      return unlessBroken('candidates', () => {
        const arm = (asked: boolean, name: 'keyword' | 'vector') =>
          asked && !clients.failed.includes(name)
            ? {
                time_ms: 1,
                count: clients.candidates.filter((item) => item[`${name}_score`] !== null).length,
              }
            : null;
        const keyword = arm(request.keyword, 'keyword');
        const vector = arm(request.vector, 'vector');
        if (!keyword && !vector) throw unavailable('Search');
        return {
          items: clients.candidates.map((item) => ({
            ...item,
            ...(keyword ? {} : { keyword_score: null, keyword_rank_score: null }),
            ...(vector ? {} : { vector_score: null, vector_rank_score: null }),
          })),
          neighbours: clients.neighbours,
          keyword,
          vector,
          failed: clients.failed,
        };
      });
    },
    filterIds: (_tenantId, ids, filter) => {
      clients.asked.admissible.push({ ids, filter });
      return unlessBroken('filterIds', () =>
        ids.filter((each) => !clients.inadmissible.has(each)).map(toAdmissible),
      );
    },
    items: (request) => {
      clients.asked.items.push(request);
      return unlessBroken('items', () => request.ids.map(toFound));
    },
  };
  const graph: Pick<GraphClient, 'expand' | 'edges'> = {
    expand: (request) => {
      clients.asked.expand.push(request);
      return unlessBroken('expand', () => [
        ...request.masses.map((seed) => ({ ...seed, depth: 0 })),
        ...structuredClone(clients.reached),
      ]);
    },
    edges: (request) => {
      const { ids, between } = request;
      clients.asked.edges.push(request);
      return unlessBroken('edges', (): EdgesOf => ({
        of: ids.flatMap((each) => {
          const edges = clients.edges.filter(({ from_id, to_id }) => from_id === each || to_id === each);
          return edges.length > 0 ? [{ id: each, edges, total: edges.length }] : [];
        }),
        between: clients.edges.filter(
          ({ from_id, to_id }) => between.includes(from_id) && between.includes(to_id),
        ),
      }));
    },
  };
  return Object.assign(clients, { search, graph });
}

const toAdmissible = (each: string): FilteredItem => ({
  id: each,
  kind: 'memory',
  importance: 0.5,
  created_at_ms: 1_000,
  content: `Item ${each} ${'x'.repeat(100)}`,
  memory_type: 'fact',
});

const toFound = (each: string): FoundItem => ({
  id: each,
  kind: 'memory',
  content: `Item ${each}`,
  snippet: `Item ${each}`,
  highlight: `<mark>Item</mark> ${each}`,
  memory_type: 'fact',
  importance: 0.5,
  confidence: 0.8,
  source_type: 'direct_input',
  user_id: 'u',
  tags: ['a'],
  created_at: '2026-06-01T12:00:00.000Z',
  updated_at: '2026-06-01T12:00:00.000Z',
  document_id: null,
  content_with_context: null,
  chunk_index: null,
  total_chunks: null,
});

export const down = (): Promise<never> => Promise.reject(unavailable('A service'));
