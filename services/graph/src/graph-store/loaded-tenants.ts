import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from '@loci/core';
import { CompactGraph } from './compact-graph.ts';
import type { LoadEdges } from './graph-store.ts';

/** Edges that are added in one turn of the event loop: about 1 ms of work. */
const EDGES_PER_TURN = 2_000;
/** Tombstones are worth keeping while they are fewer than this or than the edges; loading anew drops them. */
const FREE_TOMBSTONES = 10_000;

/** The graphs that are in memory: loaded on first use, the least recently used ones dropped first. */
export interface LoadedTenants {
  /**
   * The graph of a tenant, loaded when it is not there. Callers that come during a load share it.
   *
   * @throws SYS_SERVICE_UNAVAILABLE when the loader fails; the next call tries again
   */
  get(tenantId: string): Promise<CompactGraph>;
  /** The graph once it is complete, or null when it is neither there nor being loaded; does not count as a use. */
  held(tenantId: string): Promise<CompactGraph> | null;
  /** The graph if it is there or being loaded: what a change has to be applied to. */
  peek(tenantId: string): CompactGraph | null;
  /** To be called after changes to a graph: keeps to the bound. */
  settle(tenantId: string): void;
  drop(tenantId: string): void;
  clear(): void;
  /** Complete graphs and their bytes; a load that is running is not counted. */
  memory(): { tenants: number; bytes: number };
}

interface Entry {
  graph: CompactGraph;
  /** Null once it is complete. */
  loading: Promise<CompactGraph> | null;
  /** What it adds to the sum: 0 until it is complete. */
  bytes: number;
}

/**
 * @param maxBytes what all graphs together may take; the one in use stays even if it alone is larger
 */
export function createLoadedTenants(loadEdges: LoadEdges, maxBytes: number): LoadedTenants {
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  let complete = 0;
  let bytes = 0;

  async function load(tenantId: string, entry: Entry): Promise<CompactGraph> {
    try {
      for await (const edges of loadEdges(tenantId)) {
        for (let first = 0; first < edges.count; first += EDGES_PER_TURN) {
          if (first > 0) await nextTurn();
          entry.graph.upsertPacked(edges, first, Math.min(edges.count, first + EDGES_PER_TURN));
        }
      }
    } catch (error) {
      if (entries.get(tenantId) === entry) drop(tenantId);
      throw unavailable('The table of relationships', error);
    }
    entry.loading = null;
    if (entries.get(tenantId) === entry) {
      complete++;
      settle(tenantId);
    }
    return entry.graph;
  }

  function settle(inUse: string): void {
    const entry = entries.get(inUse);
    if (!entry || entry.loading) return;
    const { graph } = entry;
    if (graph.tombstoneCount > Math.max(FREE_TOMBSTONES, graph.edgeCount)) return drop(inUse);
    bytes += graph.byteLength - entry.bytes;
    entry.bytes = graph.byteLength;
    for (const [tenantId, other] of entries) {
      if (bytes <= maxBytes) return;
      if (tenantId !== inUse && !other.loading) drop(tenantId);
    }
  }

  function drop(tenantId: string): void {
    const entry = entries.get(tenantId);
    if (!entry) return;
    entries.delete(tenantId);
    bytes -= entry.bytes;
    if (!entry.loading) complete--;
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
    held(tenantId) {
      const entry = entries.get(tenantId);
      return entry === undefined ? null : (entry.loading ?? Promise.resolve(entry.graph));
    },
    peek: (tenantId) => entries.get(tenantId)?.graph ?? null,
    settle,
    drop,
    clear() {
      for (const tenantId of [...entries.keys()]) drop(tenantId);
    },
    memory: () => ({ tenants: complete, bytes }),
  };
}
