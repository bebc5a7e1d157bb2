import {
  edgesOfRequest,
  edgesOfResponse,
  expandRequest,
  expandResponse,
  pastEdgesRequest,
  pastEdgesResponse,
  relationshipCountRequest,
  relationshipCountResponse,
  relationshipExportRequest,
  relationshipExportResponse,
  toEdgeColumns,
} from '@loci/contracts';
import type { MemoryClient } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import type { GraphStore } from '../graph-store/graph-store.ts';
import { toGraphSelection } from '../graph-store/to-graph-selection.ts';
import { getPastEdges } from '../past/get-past-edges.ts';
import { toRelationshipState } from '../relationships/relationship.events.ts';
import type { RelationshipRepository } from '../relationships/relationship.repository.ts';
import { expandGraph } from './expand-graph.ts';
import { toGraphEdgeWire, toNodeEdgesWire } from './graph-edge-wire.ts';

export interface InternalGraphDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  graphStore: Pick<GraphStore, 'expand' | 'edgesOf' | 'edgesBetween'>;
  relationships: Pick<RelationshipRepository, 'count' | 'list'>;
  memory: Pick<MemoryClient, 'getVersionsAt'>;
  now(): Date;
}

/** Operations for other services. Clients cannot call them. */
export const internalGraphRoutes = ({
  database,
  graphStore,
  relationships,
  memory,
  now,
}: InternalGraphDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/graph/expand',
    scope: 'internal',
    summary: 'Run a personalized PageRank from the candidates of a search, and get relationships of items',
    body: expandRequest,
    response: expandResponse,
    handle: async ({ body }) => {
      const { nodes, edges } = await expandGraph({ graphStore, now }, body);
      return {
        ids: nodes.map(({ id }) => id).join(''),
        scores: nodes.map(({ score }) => score),
        depths: nodes.map(({ depth }) => depth),
        edges: toEdgeColumns(edges),
        ...(body.explain && { paths: nodes.map(({ path }) => path ?? null) }),
      };
    },
  }),
  route({
    method: 'post',
    path: '/internal/graph/edges',
    scope: 'internal',
    summary: 'Get the strongest relationships of some items, and those between other items',
    body: edgesOfRequest,
    response: edgesOfResponse,
    handle: async ({ body }) => {
      const included = new Set(body.include);
      if (body.include_inactive) included.add('superseded');
      const selection = toGraphSelection(included, now());
      const [of, between] = await Promise.all([
        graphStore.edgesOf(body.tenant_id, body.ids, { limitPerNode: body.limit_per_node, ...selection }),
        graphStore.edgesBetween(body.tenant_id, body.between, body.limit_between, selection),
      ]);
      return {
        of: of.flatMap(toNodeEdgesWire),
        between: between.map(toGraphEdgeWire),
      };
    },
  }),
  route({
    method: 'post',
    path: '/internal/graph/past-edges',
    scope: 'internal',
    summary: 'Get the strongest relationships of some memories in the states of a time',
    body: pastEdgesRequest,
    response: pastEdgesResponse,
    errors: ['VAL_FIELD_INVALID'],
    handle: async ({ body }) => {
      const request = { tenantId: body.tenant_id, ids: body.ids, limitPerNode: body.limit_per_node };
      const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time));
      const travel = { asOf: toDate(body.as_of), knownAt: toDate(body.known_at) };
      const deps = { inTransaction: database.inTransaction, memory, now };
      return { of: (await getPastEdges(deps, request, travel)).flatMap(toNodeEdgesWire) };
    },
  }),
  route({
    method: 'post',
    path: '/internal/graph/count',
    scope: 'internal',
    summary: 'Count the relationships of a tenant',
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
    summary: 'List relationships with their revisions in pages, for rebuilding and reconciling projections',
    body: relationshipExportRequest,
    response: relationshipExportResponse,
    handle: async ({ body: { tenant_id: tenantId, after, limit } }) => {
      const listed = await database.inSystemTransaction((tx) =>
        relationships.list(tx, tenantId, { tenantId: after.tenant_id, id: after.id }, limit),
      );
      return {
        items: listed.map((relationship) => ({
          tenant_id: relationship.tenantId,
          revision: relationship.revision,
          state: toRelationshipState(relationship),
        })),
      };
    },
  }),
];
