import { z } from 'zod';
import { RELATIONSHIP_TYPES } from './relationship-types.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';

/** Each of 2,000 candidates has at most 4 conversation neighbors, listed in both directions. */
const MAX_EXTRA_LINKS = 16_000;

/** Where a paged export begins. */
export const FIRST_PAGE = {
  tenant_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
} as const;

export const expandRequest = z.object({
  tenant_id: z.guid(),
  /** Starting mass of each candidate. */
  masses: z.array(z.object({ id: z.guid(), mass: z.number() })).max(2_000),
  /** How many of the heaviest send mass on. */
  seed_limit: z.int().min(1).max(50),
  max_depth: z.int().min(1).max(5),
  /** Most items beyond the candidates. */
  max_reached: z.int().min(1).max(1_000),
  /** Links that are no relationships: neighbours in a conversation. */
  extra_links: z
    .array(z.object({ from_id: z.guid(), to_id: z.guid(), weight: z.number() }))
    .max(MAX_EXTRA_LINKS),
});
export type ExpandRequest = z.infer<typeof expandRequest>;

export const expandResponse = z.object({
  /** Heaviest first, candidates included; `depth` 0 for candidates. */
  nodes: z.array(z.object({ id: z.guid(), mass: z.number(), depth: z.int() })),
});
export type ExpandedNode = z.infer<typeof expandResponse>['nodes'][number];

const edge = z.object({
  id: z.guid(),
  from_id: z.guid(),
  to_id: z.guid(),
  type: z.enum(RELATIONSHIP_TYPES),
  strength: z.number(),
});
export type GraphEdgeWire = z.infer<typeof edge>;

export const edgesOfRequest = z.object({
  tenant_id: z.guid(),
  ids: z.array(z.guid()).max(1_000),
  limit_per_node: z.int().min(1).max(100),
  /** Edges between these nodes, at most. */
  limit_between: z.int().min(0).max(5_000),
  between: z.array(z.guid()).max(2_000),
});
export const edgesOfResponse = z.object({
  /** For each id with relationships: the strongest, either direction, and how many there are in all. */
  of: z.array(z.object({ id: z.guid(), edges: z.array(edge), total: z.int() })),
  between: z.array(edge),
});
export type EdgesOf = z.infer<typeof edgesOfResponse>;

export const relationshipCountRequest = z.object({ tenant_id: z.guid() });
export const relationshipCountResponse = z.object({ total: z.int() });

export const relationshipExportRequest = z.object({
  /** Only this tenant's, or everyone's. */
  tenant_id: z.guid().nullable(),
  /** The last one of the page before; `FIRST_PAGE` at the start. */
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

/** What other services ask of the graph service. */
export interface GraphClient {
  /** Personalized PageRank from the candidates along relationships. @see ARCHITECTURE.md section 6 */
  expand(request: ExpandRequest, options?: CallOptions): Promise<ExpandedNode[]>;
  edges(request: z.infer<typeof edgesOfRequest>, options?: CallOptions): Promise<EdgesOf>;
  countRelationships(tenantId: string, options?: CallOptions): Promise<number>;
  /** A page with revisions in (tenant, id) order; `state` is the events' RelationshipState. */
  export(request: RelationshipExportRequest, options?: CallOptions): Promise<RelationshipExportPage>;
}

export function createGraphClient(service: ServiceClient): GraphClient {
  const post = (path: string, body: unknown, options?: CallOptions): Promise<unknown> =>
    service(null, { method: 'post', path, body }, options);
  return {
    expand: async (body, options) =>
      ((await post('/internal/graph/expand', body, options)) as z.infer<typeof expandResponse>).nodes,
    edges: async (body, options) => (await post('/internal/graph/edges', body, options)) as EdgesOf,
    countRelationships: async (tenantId, options) => {
      const answer = await post('/internal/graph/count', { tenant_id: tenantId }, options);
      return (answer as z.infer<typeof relationshipCountResponse>).total;
    },
    export: async (body, options) =>
      (await post('/internal/graph/export', body, options)) as RelationshipExportPage,
  };
}
