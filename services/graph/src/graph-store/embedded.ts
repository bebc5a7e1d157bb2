import { invalidField, isUuid, unavailable } from '@loci/core';
import { expand } from '../expansion/expand.ts';
import { bestList } from '../traversal/best-list.ts';
import { traverse } from '../traversal/traverse.ts';
import type { CompactGraph } from './compact-graph.ts';
import type { GraphStore, LoadEdges } from './graph-store.ts';
import { createLoadedTenants } from './loaded-tenants.ts';

export interface EmbeddedGraphStoreOptions {
  loadEdges: LoadEdges;
  /** What the graphs of all tenants together may take, in bytes. */
  maxBytes: number;
}

export interface EmbeddedGraphStore extends GraphStore {
  /** Tenants whose graph is in memory now, and the bytes of all. */
  memory(): { tenants: number; bytes: number };
}

/**
 * A graph store in this process. A tenant's graph is read from the table of relationships when it is first
 * asked for and kept current by the changes that follow; a tenant that is not in memory needs none of them,
 * for the table has them all by then. Revisions decide where a change meets the load that it raced.
 */
export function createEmbeddedGraphStore(options: EmbeddedGraphStoreOptions): EmbeddedGraphStore {
  const tenants = createLoadedTenants(options.loadEdges, options.maxBytes);
  let closed = false;

  function refuseWhenClosed(): void {
    if (closed) throw unavailable('The graph store');
  }

  async function graphOf(tenantId: string): Promise<CompactGraph> {
    refuseWhenClosed();
    const graph = await tenants.get(tenantId);
    refuseWhenClosed();
    return graph;
  }

  function change(tenantId: string, apply: (graph: CompactGraph) => void): void {
    refuseWhenClosed();
    const graph = tenants.peek(tenantId);
    if (graph === null) return;
    apply(graph);
    tenants.settle(tenantId);
  }

  return {
    async upsertEdges(tenantId, edges) {
      for (const { id, fromId, toId } of edges) {
        requireUuid(id);
        requireUuid(fromId);
        requireUuid(toId);
      }
      change(tenantId, (graph) => edges.forEach((edge) => graph.upsert(edge)));
    },

    async removeEdges(tenantId, edges) {
      for (const { id } of edges) requireUuid(id);
      change(tenantId, (graph) => edges.forEach(({ id, revision }) => graph.removeEdge(id, revision)));
    },

    async removeNodes(tenantId, ids) {
      for (const id of ids) requireUuid(id);
      change(tenantId, (graph) => ids.forEach((id) => graph.removeNode(id)));
    },

    async traverse(tenantId, request) {
      return traverse(await graphOf(tenantId), request);
    },

    async expand(tenantId, request) {
      const graph = await graphOf(tenantId);
      const expansion = expand(graph, request);
      return { ...expansion, edges: expansion.edges.map((edge) => graph.edge(edge)) };
    },

    async edgesOf(tenantId, ids, { limitPerNode }) {
      const graph = await graphOf(tenantId);
      return ids.map((id) => {
        const node = graph.findNode(id);
        if (node < 0) return { id: id.toLowerCase(), edges: [], total: 0 };
        const edges = bestList(limitPerNode, heaviestFirst(graph));
        forEachHalf(graph, node, (half) => edges.offer(half >> 1));
        return {
          id: id.toLowerCase(),
          edges: edges.sorted().map((edge) => graph.edge(edge)),
          total: graph.degree(node),
        };
      });
    },

    async edgesBetween(tenantId, ids, limit) {
      const graph = await graphOf(tenantId);
      const nodes = new Set(ids.map((id) => graph.findNode(id)).filter((node) => node >= 0));
      const edges = bestList(limit, heaviestFirst(graph));
      for (const node of nodes) {
        forEachHalf(graph, node, (half) => {
          // Each edge is met at both of its ends; the one it leaves counts.
          if ((half & 1) === 0 && nodes.has(graph.farEnd(half))) edges.offer(half >> 1);
        });
      }
      return edges.sorted().map((edge) => graph.edge(edge));
    },

    async revisions(tenantId, { afterId, limit }) {
      refuseWhenClosed();
      if (afterId !== null) requireUuid(afterId);
      const graph = await tenants.held(tenantId);
      refuseWhenClosed();
      if (graph === null) return null;
      return graph.edgesAfter(afterId, limit).map((edge) => graph.edgeRevision(edge));
    },

    async dropTenant(tenantId) {
      refuseWhenClosed();
      tenants.drop(tenantId);
    },

    async close() {
      closed = true;
      tenants.clear();
    },

    memory: () => tenants.memory(),
  };
}

function heaviestFirst(graph: CompactGraph): (a: number, b: number) => number {
  return (a, b) => graph.weight(b) - graph.weight(a) || graph.compareEdges(b, a);
}

function forEachHalf(graph: CompactGraph, node: number, visit: (half: number) => void): void {
  for (let half = graph.firstHalf(node); half >= 0; half = graph.nextHalf(half)) visit(half);
}

function requireUuid(id: string): void {
  if (!isUuid(id)) throw invalidField('id', 'Not a UUID.', 'VAL_UUID_INVALID');
}
