import type { Expansion, ExpansionRequest } from '../expansion/expansion.ts';
import type { GraphSelection } from '../traversal/graph-selection.ts';
import type { Traversal, TraversalRequest } from '../traversal/traversal.ts';
import type { PackedEdges } from './packed-edges.ts';

export type EdgeDirectionType = 'DIRECTED' | 'BIDIRECTIONAL' | 'INVERSE_PAIRED';

/**
 * The part of a relationship that the graph store holds. Ids are UUIDs and are returned in lowercase. An INVERSE_PAIRED
 * relationship is two edges, each of which behaves like a DIRECTED one.
 */
export interface GraphEdge {
  id: string;
  fromId: string;
  toId: string;
  /** Name of the relationship type. A tenant's graph has at most 256 different names. */
  type: string;
  directionType: EdgeDirectionType;
  /** Strength from 0 to 1. */
  strength: number;
  /** Confidence from 0 to 1. The weight of an edge is `strength * confidence`, rounded to twelve decimals. */
  confidence: number;
  /** False for a relationship of an inactive version. Reads ignore it unless they include inactive edges. */
  isActive: boolean;
  /** Start of the period in which the edge is valid, inclusive, in milliseconds since the epoch. Absent without a start. */
  validFromMs?: number;
  /** End of the period in which the edge is valid, exclusive, in milliseconds since the epoch. Absent without an end. */
  validUntilMs?: number;
  /** Positive integer that grows with every change to the relationship. */
  revision: number;
}

/**
 * Period in which reads return a node, in milliseconds since the epoch. An absent bound is open. The window of a memory
 * version that is not active has no validity, because only inactive edges lead to it.
 */
export interface NodeWindow {
  id: string;
  /** Start of the validity of the memory, inclusive. */
  validFromMs?: number;
  /** End of the validity of the memory, exclusive. */
  validUntilMs?: number;
  /** Time from which no read returns the memory, whatever it includes. */
  expiresAtMs?: number;
  /** Positive integer that grows with every change of the memory. */
  revision: number;
}

/** Number of nodes and edges of a tenant, including tombstones of nodes. */
export interface GraphSize {
  nodes: number;
  edges: number;
}

export interface EdgeRevision {
  id: string;
  revision: number;
}

/** The edges of one node, in both directions. */
export interface NodeEdges {
  id: string;
  /** The edges by weight (highest first), then by id (largest first). */
  edges: GraphEdge[];
  /** Number of all selected edges of the node. */
  total: number;
}

/**
 * Reads all edges of a tenant from the `relationships` table, in batches of a few thousand and in any order. An edge may
 * occur twice. Edges of deleted memories do not occur.
 */
export type LoadEdges = (tenantId: string) => AsyncIterable<PackedEdges>;

/** Reads the windows of a tenant's nodes from the `memory_windows` table, in batches and in any order. */
export type LoadWindows = (tenantId: string) => AsyncIterable<readonly NodeWindow[]>;

/**
 * The relationships of all tenants as graphs. The store is a projection of the tables `relationships` and
 * `memory_windows`. Callers **commit to the table first** and update the store afterwards.
 *
 * Changes are idempotent and may arrive twice or out of order. Each edge keeps its revision, even after it
 * was removed, until `purgeTombstones` deletes it, and older changes are ignored. The changes of one call apply in order, and later reads of the
 * same process include them. Results are copies, which JSON can represent without loss.
 *
 * Reads treat unknown tenants and unknown or malformed ids as absent, and return an empty result for empty
 * input. Every call rejects with SYS_SERVICE_UNAVAILABLE if the store, or the table that it loads from, is
 * unavailable, and after `close`. Reads are bounded in time and memory for every graph.
 *
 * @see docs/reference/relationships.md#traverse-the-graph
 * @see docs/reference/relationships.md#graph-expansion
 * @see docs/reference/events.md#rebuild-and-reconcile
 */
export interface GraphStore {
  /**
   * Adds edges, or replaces older revisions of them. Ignores self-loops and edges of removed nodes.
   *
   * @throws VAL_UUID_INVALID for a malformed id, without applying any change
   */
  upsertEdges(tenantId: string, edges: readonly GraphEdge[]): Promise<void>;

  /**
   * Removes edges whose revision is not newer than the given one. Stores a tombstone for an unknown edge, so
   * that an older revision that arrives later is ignored.
   *
   * @throws VAL_UUID_INVALID for a malformed id, without applying any change
   */
  removeEdges(tenantId: string, edges: readonly EdgeRevision[]): Promise<void>;

  /**
   * Removes nodes and all their edges. The ids of deleted memories are never reused, so no revision is
   * needed, and edges of these nodes that arrive later are ignored.
   *
   * @throws VAL_UUID_INVALID for a malformed id, without applying any change
   */
  removeNodes(tenantId: string, ids: readonly string[]): Promise<void>;

  /**
   * Sets the windows of nodes, which need not have edges. Ignores windows of removed nodes, and windows whose revision is
   * not newer than the stored one.
   *
   * @throws VAL_UUID_INVALID for a malformed id, without applying any change
   */
  setNodeWindows(tenantId: string, windows: readonly NodeWindow[]): Promise<void>;

  /** Returns the paths from a node. {@link Traversal} defines their order and limits. */
  traverse(tenantId: string, request: TraversalRequest): Promise<Traversal>;

  /**
   * Runs a personalized PageRank along active and valid edges from the start nodes, which need not be in the store. Other
   * nodes must be selected by the request. See {@link Expansion}.
   */
  expand(tenantId: string, request: ExpansionRequest): Promise<Expansion>;

  /**
   * Returns the selected edges of each node to selected nodes, in the order of `ids`. A node without edges has
   * `edges: []` and `total: 0`.
   *
   * @param options.limitPerNode maximum number of edges per node, at least 0
   */
  edgesOf(
    tenantId: string,
    ids: readonly string[],
    options: { limitPerNode: number } & GraphSelection,
  ): Promise<NodeEdges[]>;

  /**
   * Returns up to `limit` selected edges between the given nodes, each once, whatever the windows of the nodes are. Sorts them by weight (highest first),
   * then by id (largest first).
   */
  edgesBetween(
    tenantId: string,
    ids: readonly string[],
    limit: number,
    selection?: GraphSelection,
  ): Promise<GraphEdge[]>;

  /**
   * Lists the tenant's edges in ascending order of ids, for the reconciler. A page with fewer than `limit` edges is the
   * last one.
   *
   * @param page.afterId the page starts after this id; null starts at the first edge
   * @returns null if the store does not hold the tenant and will load it from the table on the next read
   * @throws VAL_UUID_INVALID for a malformed `afterId`
   */
  revisions(
    tenantId: string,
    page: { afterId: string | null; limit: number },
  ): Promise<EdgeRevision[] | null>;

  /**
   * Counts what the store holds of a tenant: nodes, also without edges, and edges.
   *
   * @returns zeros if the store does not hold the tenant and would load it from the tables on the next read
   */
  size(tenantId: string): Promise<GraphSize>;

  /**
   * Deletes up to `limit` tombstones of edges, and of nodes, of any tenants that were removed before the given
   * time. Afterwards, the store accepts every revision of these edges, and edges of these nodes.
   *
   * @returns the number of deleted tombstones, 0 if none is left
   */
  purgeTombstones(removedBefore: Date, limit: number): Promise<number>;

  /** Drops the data of a tenant. A concurrent read may still return the old data. */
  dropTenant(tenantId: string): Promise<void>;

  /** Closes the store. Idempotent. */
  close(): Promise<void>;
}
