import type { DocumentCitation, MemoryType, SourceType } from '@loci/contracts';
import { z } from 'zod';
import type { ToolContext } from './tool.ts';

/** Fields of a result of `POST /api/v2/search/hybrid` that the tools use. */
export interface SearchHit {
  id: string;
  content: string;
  snippet: string;
  score: number;
  /** Null if it is unknown. */
  relevance: number | null;
  metadata: { memory_type: MemoryType | null };
  source_type: SourceType;
  tags: string[];
  created_at: string;
  occurred_at: string;
  chunk_index: number | null;
  document_id: string | null;
  document: DocumentCitation | null;
  /** Only if the search has `as_of` or `known_at`. */
  text_changed_since?: boolean;
  /** Only of superseded versions. */
  validity?: 'superseded';
  /** ID of the successor of a superseded version. */
  superseded_by?: string | null;
  /** Only if the search has `explain`. */
  explanation?: object;
}

export interface HybridSearchHits {
  /** Hits, best first. */
  hits: SearchHit[];
  /**
   * Fields of the tool result that describe whether hits are missing. A field whose value would be false or 0
   * is absent.
   */
  completeness: { truncated?: true; pending_writes?: number };
}

/** Output schema of `HybridSearchHits.completeness`. */
export const completenessOutput = {
  truncated: z.boolean().describe('True if the size limit omitted the weakest results.'),
  pending_writes: z
    .int()
    .describe(
      'Number of recent changes of this user that the results do not include yet. Search again later.',
    ),
};

/**
 * Calls the hybrid search of the REST API.
 *
 * @param body fields of the REST operation
 * @see docs/reference/search.md#hybrid-search
 */
export async function callHybridSearch(
  { request }: Pick<ToolContext, 'request'>,
  body: { query: string; limit: number } & Record<string, unknown>,
): Promise<HybridSearchHits> {
  const { items, search_metadata: metadata } = await request<{
    items: SearchHit[];
    search_metadata: { truncated: boolean; pending_writes: number };
  }>({
    method: 'post',
    path: '/api/v2/search/hybrid',
    body,
  });
  return {
    hits: items,
    completeness: {
      ...(metadata.truncated && { truncated: true }),
      ...(metadata.pending_writes > 0 && { pending_writes: metadata.pending_writes }),
    },
  };
}

/**
 * Converts tags to the comma-separated filter of the REST operation. Removes commas from the tags, because a comma
 * separates two tags. Returns undefined for an empty list. If all tags are empty without their commas, returns a
 * filter that matches nothing.
 */
export function toTagFilter(tags: readonly string[]): string | undefined {
  if (tags.length === 0) return undefined;
  return tags.map((tag) => tag.replaceAll(',', '')).join(',') || ',';
}
