import type { PortalApi } from './portal-api.ts';

/** The first 500 characters of a memory, and the fields that lists show. */
export interface MemoryExcerpt {
  id: string;
  content: string;
  memory_type: string;
  created_at: string;
  occurred_at: string;
  is_active: boolean;
}

/**
 * Loads memories that a page shows next to the one that the user opened. Does not use "Get a memory", which would record the
 * user as a reader of each of them.
 *
 * @param ids at most 100
 * @returns the memories by id. Unknown ids are absent.
 * @see docs/reference/memories.md#readers
 */
export async function loadExcerpts(
  api: PortalApi,
  ids: readonly string[],
): Promise<Map<string, MemoryExcerpt>> {
  if (ids.length === 0) return new Map();
  const { memories } = await api.request<{ memories: MemoryExcerpt[] }>({
    method: 'POST',
    path: '/api/v2/relationships/neighborhood',
    body: { memory_ids: [...new Set(ids)], limit: 0 },
  });
  return new Map(memories.map((memory) => [memory.id, memory]));
}

/**
 * Loads one memory like {@link loadExcerpts}.
 *
 * @throws ApiError with status 404 if it does not exist
 */
export async function loadExcerpt(api: PortalApi, id: string): Promise<{ content: string }> {
  const found = (await loadExcerpts(api, [id])).get(id);
  return found ?? api.request<{ content: string }>({ path: `/api/v2/memories/${id}` });
}
