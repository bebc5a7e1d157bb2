import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { unavailable } from '@loci/core';
import { CompactGraph } from '../compact-graph.ts';
import type { LoadEdges, LoadWindows } from '../graph-store.ts';

/** Number of edges that a load adds, in about 1 ms, before it yields to the event loop. */
const EDGES_PER_TURN = 2_000;
/**
 * Number of tombstones above which a graph is evicted if it also has more tombstones than edges. The graph
 * has no tombstones when it is loaded again.
 */
const MAX_FREE_TOMBSTONES = 10_000;

/** Cache of tenant graphs. Loads a graph on first use and evicts the least recently used graphs. */
export interface TenantGraphCache {
  /**
   * Returns the graph of a tenant and loads it if necessary. Concurrent callers share one load.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the load fails. The next call retries it.
   */
  get(tenantId: string): Promise<CompactGraph>;
  /** Returns the graph, or null if it is neither loaded nor loading. Does not count as a use. */
  getIfCached(tenantId: string): Promise<CompactGraph> | null;
  /** Returns the graph if it is loaded or loading, so that changes can be applied to it. Null otherwise. */
  peek(tenantId: string): CompactGraph | null;
  /**
   * Evicts the changed graph if it has too many tombstones, and other graphs if the total size exceeds the
   * maximum. Must be called after changes to a graph.
   */
  enforceLimits(changedTenantId: string): void;
  drop(tenantId: string): void;
  clear(): void;
  /** Number and bytes of the loaded graphs, without those that are loading. */
  usage(): { tenants: number; bytes: number };
}

interface Entry {
  graph: CompactGraph;
  /** The running load, or null once the graph is loaded. */
  loading: Promise<CompactGraph> | null;
  /** Bytes of the graph that count toward `maxBytes`. 0 until the graph is loaded. */
  bytes: number;
}

/**
 * Creates an empty cache.
 *
 * @param options.maxBytes maximum total size of the loaded graphs. The graph in use is kept even if it alone is
 *   larger.
 */
export function createTenantGraphCache({
  loadEdges,
  loadWindows,
  maxBytes,
}: {
  loadEdges: LoadEdges;
  loadWindows: LoadWindows;
  maxBytes: number;
}): TenantGraphCache {
  /** Cached graphs by tenant id, least recently used first. */
  const entries = new Map<string, Entry>();
  let loadedTenants = 0;
  let loadedBytes = 0;

  async function load(tenantId: string, entry: Entry): Promise<CompactGraph> {
    try {
      for await (const windows of loadWindows(tenantId)) {
        for (const window of windows) entry.graph.setWindow(window);
      }
      for await (const edges of loadEdges(tenantId)) {
        for (let first = 0; first < edges.count; first += EDGES_PER_TURN) {
          if (first > 0) await yieldToEventLoop();
          entry.graph.upsertPacked(edges, first, Math.min(edges.count, first + EDGES_PER_TURN));
        }
      }
    } catch (error) {
      if (entries.get(tenantId) === entry) drop(tenantId);
      throw unavailable('The relationships table', error);
    }
    entry.loading = null;
    if (entries.get(tenantId) === entry) {
      loadedTenants++;
      enforceLimits(tenantId);
    }
    return entry.graph;
  }

  function enforceLimits(inUse: string): void {
    const entry = entries.get(inUse);
    if (!entry || entry.loading) return;
    const { graph } = entry;
    if (graph.tombstoneCount > Math.max(MAX_FREE_TOMBSTONES, graph.edgeCount)) return drop(inUse);
    loadedBytes += graph.byteLength - entry.bytes;
    entry.bytes = graph.byteLength;
    for (const [tenantId, other] of entries) {
      if (loadedBytes <= maxBytes) return;
      if (tenantId !== inUse && !other.loading) drop(tenantId);
    }
  }

  function drop(tenantId: string): void {
    const entry = entries.get(tenantId);
    if (!entry) return;
    entries.delete(tenantId);
    loadedBytes -= entry.bytes;
    if (!entry.loading) loadedTenants--;
  }

  return {
    get(tenantId) {
      let entry = entries.get(tenantId);
      if (entry === undefined) {
        entry = { graph: new CompactGraph(), loading: null, bytes: 0 };
        entries.set(tenantId, entry);
        entry.loading = load(tenantId, entry);
      } else {
        entries.delete(tenantId);
        entries.set(tenantId, entry);
      }
      return entry.loading ?? Promise.resolve(entry.graph);
    },
    getIfCached(tenantId) {
      const entry = entries.get(tenantId);
      return entry === undefined ? null : (entry.loading ?? Promise.resolve(entry.graph));
    },
    peek: (tenantId) => entries.get(tenantId)?.graph ?? null,
    enforceLimits,
    drop,
    clear() {
      for (const tenantId of [...entries.keys()]) drop(tenantId);
    },
    usage: () => ({ tenants: loadedTenants, bytes: loadedBytes }),
  };
}
