import type { MemoryType, SourceType } from '@loci/contracts';
import type { ToolContext } from './tool.ts';

/** What the tools read of a hit of `POST /api/v2/search/hybrid`. */
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

/** The operation's own fields; neighbours of chunks are left out, since no tool shows them. */
export async function searchHybrid(
  { ask }: Pick<ToolContext, 'ask'>,
  body: { query: string; limit: number } & Record<string, unknown>,
): Promise<{ hits: SearchHit[]; truncated: boolean }> {
  const { items, search_metadata: metadata } = await ask<{
    items: SearchHit[];
    search_metadata: { truncated: boolean };
  }>({
    method: 'post',
    path: '/api/v2/search/hybrid',
    body: { include_neighbors: 0, ...body },
  });
  return { hits: items, truncated: metadata.truncated };
}

/**
 * A list of tags in the operation's comma-separated form. A list that is not empty stays a filter, even when
 * none of its tags has a character that counts.
 */
export function tagFilter(tags: readonly string[]): string | undefined {
  if (tags.length === 0) return undefined;
  return tags.map((tag) => tag.replaceAll(',', '')).join(',') || ',';
}
