import { z } from 'zod';
import { ID_LENGTH, concatenatedIds, idAt } from './concatenated-ids.ts';
import { edgeColumns, fromEdgeColumns } from './edge-columns.ts';
import type { NodeEdgesWire } from './edge-columns.ts';
import { DIRECTION_TYPES, RELATIONSHIP_TYPES } from './relationship-types.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';
import { HIDDEN_VALIDITIES } from './validity.ts';

/** Maximum number of start items and linked items of an expansion. */
const MAX_EXPANDED_ITEMS = 10_000;
/** Maximum number of links. Covers 4 conversation neighbors of 2,000 candidates, in both directions. */
const MAX_LINKS = 16_000;

/** Value of `after` that starts an export at the first relationship. */
export const FIRST_PAGE = {
  tenant_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
} as const;

export const expandRequest = z
  .object({
    tenant_id: z.guid(),
    /** Start items of the personalized PageRank, followed by other items that have links. */
    ids: concatenatedIds(MAX_EXPANDED_ITEMS),
    /** Initial score of each start item. */
    scores: z.array(z.number()).max(50),
    max_depth: z.int().min(1).max(5),
    /** Maximum number of returned items that are not start items. */
    max_reached: z.int().min(1).max(1_000),
    /**
     * Additional edges for this request, such as links between conversation neighbors. Elements `2 * i` and
     * `2 * i + 1` are the positions in `ids` of the items that link `i` connects.
     */
    links: z.array(z.int().min(0)).max(2 * MAX_LINKS),
    /** Weight of the links, from 0 to 1. */
    link_weight: z.number(),
    /** Items whose strongest edges are returned. */
    edges_of: concatenatedIds(1_000).default(''),
    /** True to return the strongest edges of the reached items too. */
    edges_of_reached: z.boolean().default(false),
    /** Maximum number of returned edges per item. */
    limit_per_node: z.int().min(1).max(100).default(20),
    /** Validities of the reached items in addition to `current`. Inactive relationships are never followed. */
    include: z.array(z.enum(HIDDEN_VALIDITIES)).max(HIDDEN_VALIDITIES.length).optional(),
    /** Whether to return the path of each reached item. Default false. */
    explain: z.boolean().optional(),
  })
  .refine(
    ({ ids, scores, links }) => {
      const count = ids.length / ID_LENGTH;
      return scores.length <= count && links.length % 2 === 0 && links.every((position) => position < count);
    },
    {
      path: ['ids'],
      message: 'Must contain an id for each score and each link. `links` must have an even length.',
    },
  );
export type ExpandRequest = z.input<typeof expandRequest>;

const expansionPath = z.object({
  /** Items of the path, from a start item to the reached item. An item can occur more than once. */
  ids: z.array(z.guid()),
  /** Score that the last step of the path transferred to the reached item. */
  transferred: z.number(),
});
export type ExpansionPath = z.infer<typeof expansionPath>;

/** All start items and the best reached items, highest score first, and edges, as columns. */
export const expandResponse = z.object({
  ids: concatenatedIds(MAX_EXPANDED_ITEMS),
  scores: z.array(z.number()),
  depths: z.array(z.int()),
  /** Edges of the requested items that have edges. */
  edges: edgeColumns,
  /** Path of each item, in the order of `ids`. Only if the request has `explain`. */
  paths: z.array(expansionPath.nullable()).optional(),
});
export interface ExpandedNode {
  id: string;
  score: number;
  /** Number of steps from the nearest start item. 0 for start items. */
  depth: number;
  /** Only if the request has `explain`. Null for start items. */
  path?: ExpansionPath | null;
}

/** Result of an expansion. */
export interface Expanded {
  /** All start items and the best reached items, highest score first. */
  nodes: ExpandedNode[];
  /** Edges of the requested items that have edges. */
  edges: NodeEdgesWire[];
}

const edge = z.object({
  id: z.guid(),
  from_id: z.guid(),
  to_id: z.guid(),
  type: z.enum(RELATIONSHIP_TYPES),
  direction_type: z.enum(DIRECTION_TYPES),
  strength: z.number(),
});
/** An edge with its direction type, which searches do not need. */
export type DirectedEdgeWire = z.infer<typeof edge>;

export const edgesOfRequest = z.object({
  tenant_id: z.guid(),
  /** Items whose edges are returned. */
  ids: z.array(z.guid()).max(1_000),
  limit_per_node: z.int().min(1).max(1_000),
  /** Maximum number of edges between the items of `between`. */
  limit_between: z.int().min(0).max(5_000),
  between: z.array(z.guid()).max(2_000),
  /** True to include relationships of inactive versions. */
  include_inactive: z.boolean().default(false),
  /** Validities of the returned relationships in addition to `current`. */
  include: z.array(z.enum(HIDDEN_VALIDITIES)).max(HIDDEN_VALIDITIES.length).default([]),
});
export const edgesOfResponse = z.object({
  /** Strongest edges in both directions and total number of edges, for each item with relationships. */
  of: z.array(z.object({ id: z.guid(), edges: z.array(edge), total: z.int() })),
  /** Edges between the items of `between`, highest weight first. */
  between: z.array(edge),
});
export type EdgesOf = z.infer<typeof edgesOfResponse>;

/** Maximum number of relationships of an item that a read of the past examines. */
export const MAX_PAST_EDGES = 200;

export const pastEdgesRequest = z.object({
  tenant_id: z.guid(),
  /** Memories whose edges are returned. */
  ids: z.array(z.guid()).max(100),
  limit_per_node: z.int().min(1).max(MAX_PAST_EDGES),
  /** At least one of the times is set. */
  as_of: z.iso.datetime().max(40).nullable(),
  known_at: z.iso.datetime().max(40).nullable(),
});
export const pastEdgesResponse = edgesOfResponse.pick({ of: true });

export const relationshipCountRequest = z.object({ tenant_id: z.guid() });
export const relationshipCountResponse = z.object({ total: z.int() });

export const relationshipExportRequest = z.object({
  /** Tenant whose relationships are exported. Null exports the relationships of all tenants. */
  tenant_id: z.guid().nullable(),
  /** The last relationship of the previous page, or `FIRST_PAGE`. */
  after: z.object({ tenant_id: z.guid(), id: z.guid() }),
  limit: z.int().min(1).max(5_000),
});
export const relationshipExportResponse = z.object({
  items: z.array(
    z.object({ tenant_id: z.guid(), revision: z.int(), state: z.record(z.string(), z.unknown()) }),
  ),
});
export type RelationshipExportRequest = z.infer<typeof relationshipExportRequest>;
export type RelationshipExportPage = z.infer<typeof relationshipExportResponse>;

/** Internal operations of the graph service. */
export interface GraphClient {
  /**
   * Runs a personalized PageRank along relationships, and returns the strongest edges of the requested items.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the graph store is unavailable
   * @see docs/reference/relationships.md#graph-expansion
   */
  expand(request: ExpandRequest, options?: CallOptions): Promise<Expanded>;
  /**
   * Returns the strongest edges of the items in `ids`, and the edges between the items in `between`.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the graph store is unavailable
   */
  edges(request: z.input<typeof edgesOfRequest>, options?: CallOptions): Promise<EdgesOf>;
  /**
   * Returns the strongest edges of memories that held at a time or were known at a time, and their number, at most
   * `MAX_PAST_EDGES`. Memories without edges are absent.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the database or the memory service is unavailable; VAL_FIELD_INVALID for a
   *   `known_at` of which not all states are known
   * @see docs/reference/time.md#read-the-past
   */
  pastEdges(
    request: z.input<typeof pastEdgesRequest>,
    options?: CallOptions,
  ): Promise<NodeEdgesWire<DirectedEdgeWire>[]>;
  /** Returns the number of active relationships of the tenant. */
  countRelationships(tenantId: string, options?: CallOptions): Promise<number>;
  /**
   * Lists relationships with their revisions, in ascending order of tenant id and id. A page with fewer than
   * `limit` items is the last page. `state` is a `RelationshipState`, as in events.
   */
  export(request: RelationshipExportRequest, options?: CallOptions): Promise<RelationshipExportPage>;
}

export function createGraphClient(service: ServiceClient): GraphClient {
  const post = (path: string, body: unknown, options?: CallOptions): Promise<unknown> =>
    service(null, { method: 'post', path, body }, options);
  return {
    expand: async (body, options) => {
      const response = await post('/internal/graph/expand', body, options);
      const { ids, scores, depths, edges, paths } = response as z.infer<typeof expandResponse>;
      const nodes = scores.map((score, i) => ({
        id: idAt(ids, i),
        score,
        depth: depths[i]!,
        ...(paths && { path: paths[i]! }),
      }));
      return { nodes, edges: fromEdgeColumns(edges) };
    },
    edges: async (body, options) => (await post('/internal/graph/edges', body, options)) as EdgesOf,
    pastEdges: async (body, options) =>
      ((await post('/internal/graph/past-edges', body, options)) as z.infer<typeof pastEdgesResponse>).of,
    countRelationships: async (tenantId, options) => {
      const response = await post('/internal/graph/count', { tenant_id: tenantId }, options);
      return (response as z.infer<typeof relationshipCountResponse>).total;
    },
    export: async (body, options) =>
      (await post('/internal/graph/export', body, options)) as RelationshipExportPage,
  };
}
