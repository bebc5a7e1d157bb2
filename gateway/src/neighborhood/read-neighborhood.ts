import { MAX_PAST_EDGES } from '@loci/contracts';
import type {
  CallOptions,
  DirectedEdgeWire,
  GraphClient,
  MemoryClient,
  NodeEdgesWire,
  RecordedMemoryResource,
} from '@loci/contracts';
import { chooseNeighbors } from './choose-neighbors.ts';

export interface NeighborhoodDeps {
  graph: Pick<GraphClient, 'edges' | 'pastEdges'>;
  memory: Pick<MemoryClient, 'getMany' | 'getStatesAt'>;
}

export interface NeighborhoodRequest {
  tenantId: string;
  ids: readonly string[];
  /** Memories that the client already has. */
  knownIds: readonly string[];
  /** Maximum number of memories in addition to those of `ids`. */
  limit: number;
  /** Reads what was true at this time. Absent for the present. */
  asOf?: Date | undefined;
}

export interface Neighborhood {
  memories: RecordedMemoryResource[];
  relationships: DirectedEdgeWire[];
  /** Number of relationships by memory id. Memories without relationships are absent. */
  counts: ReadonlyMap<string, number>;
  isTruncated: boolean;
}

/** Maximum number of relationships of one memory that are considered, and of all requested memories together. */
const MAX_EDGES_PER_MEMORY = 1_000;
const MAX_EDGES = 20_000;
/** Relationships of each found memory that are considered to connect it to other memories of the response. */
const MAX_EDGES_PER_NEIGHBOR = 20;
const MAX_RELATIONSHIPS = 5_000;
const PAST_BATCH = 100;

/** The two reads of a neighborhood, at a time or in the present. */
interface Reader {
  /** Reads memories by id, in the order of the ids. Omits those that do not exist. */
  memories(ids: readonly string[]): Promise<RecordedMemoryResource[]>;
  /** Reads the strongest relationships of memories. */
  edges(ids: readonly string[], limitPerNode: number): Promise<NodeEdgesWire<DirectedEdgeWire>[]>;
}

/**
 * Reads memories, the memories that have a relationship with them, and the relationships between all of them. Each of the
 * services receives a fixed number of requests, whatever the size of the graph is.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the graph service or the memory service is unavailable
 * @see docs/reference/relationships.md#get-a-neighborhood
 */
export async function readNeighborhood(
  deps: NeighborhoodDeps,
  { tenantId, ids, knownIds, limit, asOf }: NeighborhoodRequest,
  options: CallOptions,
): Promise<Neighborhood> {
  const reader =
    asOf === undefined
      ? presentReader(deps, tenantId, options)
      : pastReader(deps, tenantId, asOf.toISOString(), options);
  const requested = distinct(await reader.memories([...new Set(ids)]));
  const requestedIds = requested.map(({ id }) => id);
  const perMemory = Math.min(MAX_EDGES_PER_MEMORY, Math.floor(MAX_EDGES / Math.max(1, requestedIds.length)));
  const ofRequested = await reader.edges(requestedIds, perMemory);
  const chosen = chooseNeighbors(ofRequested, new Set([...knownIds, ...requestedIds]), limit);
  const [neighbors, ofNeighbors] = await Promise.all([
    reader.memories(chosen.ids),
    reader.edges(chosen.ids, MAX_EDGES_PER_NEIGHBOR),
  ]);
  // The graph service receives a change of a memory after the memory service.
  const found = asOf === undefined ? neighbors.filter(({ validity }) => validity === 'current') : neighbors;
  const memories = distinct([...requested, ...found]);
  const shown = new Set([...knownIds, ...memories.map(({ id }) => id)]);
  const all = new Map<string, DirectedEdgeWire>();
  for (const { edges } of [...ofRequested, ...ofNeighbors]) {
    for (const edge of edges) if (shown.has(edge.from_id) && shown.has(edge.to_id)) all.set(edge.id, edge);
  }
  const relationships = [...all.values()].slice(0, MAX_RELATIONSHIPS);
  return {
    memories,
    relationships,
    counts: new Map([...ofRequested, ...ofNeighbors].map(({ id, total }) => [id, total])),
    isTruncated:
      chosen.isTruncated ||
      relationships.length < all.size ||
      ofRequested.some(({ edges, total }) => edges.length < total),
  };
}

const presentReader = (
  { graph, memory }: NeighborhoodDeps,
  tenantId: string,
  options: CallOptions,
): Reader => ({
  memories: async (ids) => (ids.length === 0 ? [] : memory.getMany(tenantId, ids, options)),
  edges: async (ids, limitPerNode) => {
    if (ids.length === 0) return [];
    const request = { ids: [...ids], limit_per_node: limitPerNode, between: [], limit_between: 0 };
    return (await graph.edges({ tenant_id: tenantId, ...request }, options)).of;
  },
});

/** Reads what was true at a time. The id of any version of a memory stands for the version that was true. */
const pastReader = (
  { graph, memory }: NeighborhoodDeps,
  tenantId: string,
  asOf: string,
  options: CallOptions,
): Reader => ({
  async memories(ids) {
    if (ids.length === 0) return [];
    const states = await memory.getStatesAt(tenantId, ids, { asOf }, options);
    return ids.flatMap((id) => states.get(id) ?? []);
  },
  async edges(ids, limitPerNode) {
    const limit = Math.min(limitPerNode, MAX_PAST_EDGES);
    const pages: NodeEdgesWire<DirectedEdgeWire>[] = [];
    for (let first = 0; first < ids.length; first += PAST_BATCH) {
      const batch = ids.slice(first, first + PAST_BATCH);
      const request = { ids: batch, limit_per_node: limit, as_of: asOf, known_at: null };
      pages.push(...(await graph.pastEdges({ tenant_id: tenantId, ...request }, options)));
    }
    return pages;
  },
});

const distinct = (memories: readonly RecordedMemoryResource[]): RecordedMemoryResource[] => [
  ...new Map(memories.map((memory) => [memory.id, memory])).values(),
];
