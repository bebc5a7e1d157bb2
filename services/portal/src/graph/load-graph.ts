import type { PortalApi } from '../api/portal-api.ts';
import type { Neighborhood } from './graph-data.ts';
import type { GraphStart } from './graph-start.ts';

const MAX_FOUND = 20;
const MAX_TAGGED = 50;
/** Memories of the first map in addition to those that it starts from. */
const MAX_NEIGHBORS = 60;

export interface LoadedGraph {
  /** Memories that the map starts from. Empty if there are none. */
  startIds: string[];
  neighborhood: Neighborhood;
  /** Time of the earliest event of the workspace. */
  firstTime: string;
}

/** Loads the memories that a map starts from, and their neighborhood. */
export async function loadGraph(api: PortalApi, start: GraphStart): Promise<LoadedGraph> {
  const [ids, firstTime] = await Promise.all([findStart(api, start), findFirstTime(api)]);
  if (ids.length === 0) {
    return { startIds: [], neighborhood: { memories: [], relationships: [], truncated: false }, firstTime };
  }
  const neighborhood = await api.request<Neighborhood>({
    method: 'POST',
    path: '/api/v2/relationships/neighborhood',
    body: { memory_ids: ids, limit: MAX_NEIGHBORS },
  });
  const found = new Set(neighborhood.memories.map(({ id }) => id));
  return { startIds: ids.filter((id) => found.has(id)), neighborhood, firstTime };
}

async function findFirstTime(api: PortalApi): Promise<string> {
  const { items } = await api.request<{ items: { occurred_at: string }[] }>({
    path: '/api/v2/memories',
    query: { sort: 'occurred_at', per_page: '1', include: 'superseded,expired' },
  });
  return items[0]?.occurred_at ?? new Date().toISOString();
}

async function findStart(api: PortalApi, start: GraphStart): Promise<string[]> {
  switch (start.kind) {
    case 'memory':
      return [start.id];
    case 'search': {
      const { items } = await api.request<{ items: { id: string; document: object | null }[] }>({
        method: 'POST',
        path: '/api/v2/search/hybrid',
        body: { query: start.query, limit: MAX_FOUND },
      });
      // Passages of documents have no relationships.
      return items.flatMap(({ id, document }) => (document === null ? id : []));
    }
    default: {
      const { items } = await api.request<{ items: { id: string }[] }>({
        path: '/api/v2/memories',
        query:
          start.kind === 'tag'
            ? { tags: start.tag, per_page: String(MAX_TAGGED) }
            : { per_page: String(MAX_FOUND) },
      });
      return items.map(({ id }) => id);
    }
  }
}
