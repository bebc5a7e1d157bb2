import { unavailable } from '@loci/core';
import { expand } from '../../expansion/expand.ts';
import { toSelectionBounds } from '../../traversal/graph-selection.ts';
import { createTopK } from '../../traversal/top-k.ts';
import { traverse } from '../../traversal/traverse.ts';
import type { CompactGraph } from '../compact-graph.ts';
import type { GraphStore, LoadEdges, LoadWindows } from '../graph-store.ts';
import { traceGraphStore } from '../trace-graph-store.ts';
import { requireUuids } from '../require-uuids.ts';
import { createTenantGraphCache } from './tenant-graph-cache.ts';

export interface EmbeddedGraphStoreOptions {
  loadEdges: LoadEdges;
  loadWindows: LoadWindows;
  /** Maximum total bytes of all tenant graphs. The graph in use is kept even if it alone is larger. */
  maxBytes: number;
}

export interface EmbeddedGraphStore extends GraphStore {
  /** Returns the number and total bytes of the tenant graphs in memory. */
  memory(): { tenants: number; bytes: number };
}

/**
 * Creates a graph store in the memory of this process. The graph of a tenant is loaded from the
 * tables on first use and updated by later changes. Changes to a graph that is not in memory
 * are ignored, because the table already contains them. When a change arrives during a load, the newer
 * revision wins.
 */
export function createEmbeddedGraphStore(options: EmbeddedGraphStoreOptions): EmbeddedGraphStore {
  const cache = createTenantGraphCache(options);
  let closed = false;

  function requireOpen(): void {
    if (closed) throw unavailable('The graph store');
  }

  async function graphOf(tenantId: string): Promise<CompactGraph> {
    requireOpen();
    const graph = await cache.get(tenantId);
    requireOpen();
    return graph;
  }

  function change(tenantId: string, apply: (graph: CompactGraph) => void): void {
    requireOpen();
    const graph = cache.peek(tenantId);
    if (graph === null) return;
    apply(graph);
    cache.enforceLimits(tenantId);
  }

  const store: EmbeddedGraphStore = {
    async upsertEdges(tenantId, edges) {
      requireUuids(edges.flatMap(({ id, fromId, toId }) => [id, fromId, toId]));
      change(tenantId, (graph) => edges.forEach((edge) => graph.upsert(edge)));
    },

    async removeEdges(tenantId, edges) {
      requireUuids(edges.map(({ id }) => id));
      change(tenantId, (graph) => edges.forEach(({ id, revision }) => graph.removeEdge(id, revision)));
    },

    async removeNodes(tenantId, ids) {
      requireUuids(ids);
      change(tenantId, (graph) => ids.forEach((id) => graph.removeNode(id)));
    },

    async setNodeWindows(tenantId, windows) {
      requireUuids(windows.map(({ id }) => id));
      change(tenantId, (graph) => windows.forEach((window) => graph.setWindow(window)));
    },

    async traverse(tenantId, request) {
      return traverse(await graphOf(tenantId), request);
    },

    async expand(tenantId, request) {
      return expand(await graphOf(tenantId), request);
    },

    async edgesOf(tenantId, ids, { limitPerNode, ...selection }) {
      const graph = await graphOf(tenantId);
      const bounds = toSelectionBounds(selection);
      return ids.map((id) => {
        const node = graph.findNode(id);
        if (node < 0) return { id: id.toLowerCase(), edges: [], total: 0 };
        const best = createTopK(limitPerNode, byWeight(graph));
        let total = 0;
        forEachHalfEdge(graph, node, (halfEdge) => {
          if (!graph.isSelected(halfEdge >> 1, bounds)) return;
          if (!graph.isNodeSelected(graph.target(halfEdge), bounds)) return;
          total++;
          best.offer(halfEdge >> 1);
        });
        return {
          id: id.toLowerCase(),
          edges: best.sorted().map((edge) => graph.edge(edge)),
          total,
        };
      });
    },

    async edgesBetween(tenantId, ids, limit, selection = {}) {
      const graph = await graphOf(tenantId);
      const bounds = toSelectionBounds(selection);
      const nodes = new Set(ids.map((id) => graph.findNode(id)).filter((node) => node >= 0));
      const best = createTopK(limit, byWeight(graph));
      for (const node of nodes) {
        forEachHalfEdge(graph, node, (halfEdge) => {
          if (!graph.isSelected(halfEdge >> 1, bounds)) return;
          // Each edge is visited from both of its nodes, but offered only at its outgoing half-edge.
          if ((halfEdge & 1) === 0 && nodes.has(graph.target(halfEdge))) best.offer(halfEdge >> 1);
        });
      }
      return best.sorted().map((edge) => graph.edge(edge));
    },

    async revisions(tenantId, { afterId, limit }) {
      requireOpen();
      if (afterId !== null) requireUuids([afterId]);
      const graph = await cache.getIfCached(tenantId);
      requireOpen();
      if (graph === null) return null;
      return graph.edgesAfter(afterId, limit).map((edge) => graph.edgeRevision(edge));
    },

    async size(tenantId) {
      requireOpen();
      const graph = await cache.getIfCached(tenantId);
      requireOpen();
      return { nodes: graph?.nodeCount ?? 0, edges: graph?.edgeCount ?? 0 };
    },

    async purgeTombstones() {
      requireOpen();
      // The cache limits the tombstones of each graph in memory, and a load from the table adds none.
      return 0;
    },

    async dropTenant(tenantId) {
      requireOpen();
      cache.drop(tenantId);
    },

    async close() {
      closed = true;
      cache.clear();
    },

    memory: () => cache.usage(),
  };
  return traceGraphStore(store, 'loci');
}

/** Compares edges by weight (highest first), then by id (largest first). */
function byWeight(graph: CompactGraph): (a: number, b: number) => number {
  return (a, b) => graph.weight(b) - graph.weight(a) || graph.compareEdges(b, a);
}

function forEachHalfEdge(graph: CompactGraph, node: number, visit: (halfEdge: number) => void): void {
  let halfEdge = graph.firstHalfEdge(node);
  for (; halfEdge >= 0; halfEdge = graph.nextHalfEdge(halfEdge)) visit(halfEdge);
}
