import type { Expansion, ExpansionRequest } from '../expansion/expansion.ts';
import type { PackedEdges } from './packed-edges.ts';
import type { Traversal, TraversalRequest } from '../traversal/traversal.ts';

export type EdgeDirectionType = 'DIRECTED' | 'BIDIRECTIONAL' | 'INVERSE_PAIRED';

/**
 * A relationship as the graph walks it. Ids are UUIDs and come back in lower case. An INVERSE_PAIRED
 * relationship is two edges, each of which behaves like a DIRECTED one.
 */
export interface GraphEdge {
  id: string;
  fromId: string;
  toId: string;
  /** One of the relationship types; the store treats it as a name, with at most 256 different ones. */
  type: string;
  directionType: EdgeDirectionType;
  /** 0..1 */
  strength: number;
  /** 0..1; `strength * confidence`, to twelve decimals, is what an edge weighs. */
  confidence: number;
  /** Grows with every change of the relationship; a positive integer. */
  revision: number;
}

export interface EdgeRevision {
  id: string;
  revision: number;
}

/** The edges of one node, both directions. */
export interface NodeEdges {
  id: string;
  /** Heaviest first, equal ones newest (largest id) first. */
  edges: GraphEdge[];
  /** How many the node has in all. */
  total: number;
}

/** {@link Expansion} with whole edges. */
export interface GraphExpansion extends Omit<Expansion, 'edges'> {
  edges: GraphEdge[];
}

/**
 * All edges of one tenant, in any order, in batches of some thousand. The relationships table is the
 * truth: what it yields holds no edge of a removed memory.
 */
export type LoadEdges = (tenantId: string) => AsyncIterable<PackedEdges>;

/**
 * The relationships of every tenant, arranged for walking. A projection: the relationships table is the
 * truth, and a caller **commits there first** and tells the store afterwards.
 *
 * Changes are idempotent and may arrive twice or out of order: each edge keeps its revision, also after
 * it was removed, and an older change is skipped without an error. Within a call they apply in order, and
 * a later read by the same process sees them. Answers are copies that survive JSON unchanged.
 *
 * Unknown tenants and unknown or malformed ids are read as absent; empty input gives an empty answer.
 * Every call rejects with SYS_SERVICE_UNAVAILABLE when the store (or the table it loads from) cannot be
 * reached, and after `close()`. Reads are bounded in time and memory whatever the graph looks like.
 *
 * @see SPEC.md "Relationships" 8, "Search" 1; DECISIONS.md "Relationships"; ARCHITECTURE.md sections 5 and 6
 */
export interface GraphStore {
  /**
   * Adds the edges, or replaces those held at an older revision. Skipped without an error: an edge from a
   * node to itself, and one whose end was removed.
   *
   * @throws VAL_UUID_INVALID for a malformed id; nothing of the call is applied then
   */
  upsertEdges(tenantId: string, edges: readonly GraphEdge[]): Promise<void>;

  /**
   * Removes the edges held at this revision or an older one. An edge that is not known yet is remembered
   * as removed, so that its older state cannot arrive afterwards.
   *
   * @throws VAL_UUID_INVALID for a malformed id; nothing of the call is applied then
   */
  removeEdges(tenantId: string, edges: readonly EdgeRevision[]): Promise<void>;

  /**
   * Removes nodes and every edge at either end of them, for good: the id of a deleted memory is never used
   * again, so no revision is needed and every edge that arrives later for it is refused.
   *
   * @throws VAL_UUID_INVALID for a malformed id; nothing of the call is applied then
   */
  removeNodes(tenantId: string, ids: readonly string[]): Promise<void>;

  /** The paths from a node; see {@link Traversal} for order, bounds and what `truncated` promises. */
  traverse(tenantId: string, request: TraversalRequest): Promise<Traversal>;

  /** Where mass goes from some nodes; see {@link Expansion}. Nodes need not be known to the store. */
  expand(tenantId: string, request: ExpansionRequest): Promise<GraphExpansion>;

  /**
   * The edges of each node, in the order of `ids`; a node without any has `edges: []` and `total: 0`.
   *
   * @param options.limitPerNode at least 0
   */
  edgesOf(tenantId: string, ids: readonly string[], options: { limitPerNode: number }): Promise<NodeEdges[]>;

  /** The edges with both ends among `ids`, each once, heaviest first, then newest, at most `limit`. */
  edgesBetween(tenantId: string, ids: readonly string[], limit: number): Promise<GraphEdge[]>;

  /**
   * What the store holds of a tenant, for the reconciler: edges in the order of their ids, those after
   * `afterId` (null: from the first), at most `limit`; a page shorter than `limit` is the last one.
   *
   * @throws VAL_UUID_INVALID for a malformed `afterId`
   * @returns null when the store holds nothing of this tenant now and will read the table when it is
   *   asked: there is nothing to compare
   */
  revisions(
    tenantId: string,
    page: { afterId: string | null; limit: number },
  ): Promise<EdgeRevision[] | null>;

  /** Forgets a tenant. A request that is running may still be answered from what was there. */
  dropTenant(tenantId: string): Promise<void>;

  /** Idempotent. */
  close(): Promise<void>;
}
