import type { CallOptions, MemoryResource, SearchFilterWire, ServiceClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { shorten } from './shorten.ts';
import type { FoundMemories } from './read-context.ts';

/** Lists the newest memories that match a filter. Document chunks are not in this list. */
export async function readNewestMemories(
  memory: ServiceClient,
  caller: Caller,
  filter: SearchFilterWire,
  limit: number,
  options: CallOptions,
): Promise<FoundMemories> {
  const query = { ...toListFilter(filter), per_page: String(limit) };
  const { items } = (await memory(caller, { method: 'get', path: '/api/v2/memories', query }, options)) as {
    items: MemoryResource[];
  };
  const memories = items.map(({ id, content, memory_type, importance, occurred_at, tags }) => ({
    ...shorten(content),
    id,
    memory_type,
    importance,
    occurred_at,
    tags,
    document: null,
    score: null,
  }));
  return { memories, degraded: [], pendingWrites: 0 };
}

/** Converts a search filter to the parameters of the list. */
const toListFilter = (filter: SearchFilterWire): Record<string, string> => ({
  ...(filter.memory_types && { memory_types: [...new Set(filter.memory_types)].join(',') }),
  ...(filter.source_types && { source_types: [...new Set(filter.source_types)].join(',') }),
  ...(filter.min_importance !== undefined && { min_importance: String(filter.min_importance) }),
  ...(filter.user_id !== undefined && { user_id: filter.user_id }),
  ...(filter.occurred_from !== undefined && { start_date: new Date(filter.occurred_from).toISOString() }),
  ...(filter.occurred_to !== undefined && { end_date: new Date(filter.occurred_to).toISOString() }),
  // A list with only invalid tags matches nothing, like this separator.
  ...(filter.tags && { tags: filter.tags.join(',') || ',' }),
});
