import {
  edgesOfRequest,
  edgesOfResponse,
  expandRequest,
  expandResponse,
  relationshipCountRequest,
  relationshipCountResponse,
  relationshipExportRequest,
  relationshipExportResponse,
} from '@loci/contracts';
import type { GraphEdgeWire } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import type { GraphEdge, GraphStore } from '../graph-store/graph-store.ts';
import { toState } from '../relationships/relationship.events.ts';
import { RELATIONSHIP_COLUMNS, toRelationship } from '../relationships/relationship.repository.ts';
import type { RelationshipRepository, RelationshipRow } from '../relationships/relationship.repository.ts';
import { expandGraph } from './expand-graph.ts';

export interface InternalDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  graphStore: Pick<GraphStore, 'expand' | 'edgesOf' | 'edgesBetween'>;
  relationships: Pick<RelationshipRepository, 'count'>;
}

/** What the other services ask of this one. */
export const internalRoutes = ({ database, graphStore, relationships }: InternalDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/graph/expand',
    scope: 'internal',
    summary: 'Where mass goes from some candidates along relationships',
    body: expandRequest,
    response: expandResponse,
    handle: async ({ body }) => ({ nodes: await expandGraph(graphStore, body) }),
  }),
  route({
    method: 'post',
    path: '/internal/graph/edges',
    scope: 'internal',
    summary: 'The strongest relationships of some items, and those between others',
    body: edgesOfRequest,
    response: edgesOfResponse,
    handle: async ({ body }) => {
      const [of, between] = await Promise.all([
        graphStore.edgesOf(body.tenant_id, body.ids, { limitPerNode: body.limit_per_node }),
        graphStore.edgesBetween(body.tenant_id, body.between, body.limit_between),
      ]);
      return {
        of: of
          .filter(({ total }) => total > 0)
          .map(({ id, edges, total }) => ({ id, edges: edges.map(toWire), total })),
        between: between.map(toWire),
      };
    },
  }),
  route({
    method: 'post',
    path: '/internal/graph/count',
    scope: 'internal',
    summary: 'How many relationships a tenant has',
    body: relationshipCountRequest,
    response: relationshipCountResponse,
    handle: async ({ body }) => ({
      total: await database.inTransaction(body.tenant_id, (tx) => relationships.count(tx, body.tenant_id)),
    }),
  }),
  route({
    method: 'post',
    path: '/internal/graph/export',
    scope: 'internal',
    summary:
      'Relationships with their revisions, a page in id order, for rebuilding and reconciling projections',
    body: relationshipExportRequest,
    response: relationshipExportResponse,
    handle: ({ body }) =>
      database.inSystemTransaction(async (tx) => {
        const rows = await tx.query<RelationshipRow>(
          `SELECT ${RELATIONSHIP_COLUMNS} FROM relationships r
           WHERE (r.tenant_id, r.id) > ($1, $2) ${body.tenant_id === null ? '' : 'AND r.tenant_id = $4'}
           ORDER BY r.tenant_id, r.id LIMIT $3`,
          [
            body.after.tenant_id,
            body.after.id,
            body.limit,
            ...(body.tenant_id === null ? [] : [body.tenant_id]),
          ],
          // Two statements: one for both would read on to the end of the table after a tenant's last one.
          body.tenant_id === null ? 'relationship-export' : 'relationship-export-of-tenant',
        );
        return {
          items: rows.map(toRelationship).map((relationship) => ({
            tenant_id: relationship.tenantId,
            revision: relationship.revision,
            state: toState(relationship),
          })),
        };
      }),
  }),
];

const toWire = (edge: GraphEdge): GraphEdgeWire => ({
  id: edge.id,
  from_id: edge.fromId,
  to_id: edge.toId,
  // The store holds what the table holds, and the table only what the schema let in.
  type: edge.type as GraphEdgeWire['type'],
  strength: edge.strength,
});
