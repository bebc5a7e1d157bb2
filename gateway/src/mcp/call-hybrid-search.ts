import type { MemoryType, SourceType } from '@loci/contracts';
import type { ToolContext } from './tool.ts';

/** Fields of a result of `POST /api/v2/search/hybrid` that the tools use. */
export interface SearchHit {
  id: string;
  content: string;
  snippet: string;
  score: number;
  metadata: { memory_type: MemoryType | null };
  source_type: SourceType;
  tags: string[];
  created_at: string;
  chunk_index: number | null;
  document_id: string | null;
}

/**
 * Calls the hybrid search of the REST API.
 *
 * @param body fields of the REST operation
 * @returns the hits, best first, and whether the size limit of the response omitted further hits
 * @see docs/reference/search.md#hybrid-search
 */
export async function callHybridSearch(
  { request }: Pick<ToolContext, 'request'>,
  body: { query: string; limit: number } & Record<string, unknown>,
): Promise<{ hits: SearchHit[]; truncated: boolean }> {
  const { items, search_metadata: metadata } = await request<{
    items: SearchHit[];
    search_metadata: { truncated: boolean };
  }>({
    method: 'post',
    path: '/api/v2/search/hybrid',
    body,
  });
  return { hits: items, truncated: metadata.truncated };
}

/**
 * Converts tags to the comma-separated filter of the REST operation. Returns undefined for an empty list. For
 * a list of tags without any valid character, returns a filter that matches nothing.
 */
export function toTagFilter(tags: readonly string[]): string | undefined {
  if (tags.length === 0) return undefined;
  return tags.map((tag) => tag.replaceAll(',', '')).join(',') || ',';
}
