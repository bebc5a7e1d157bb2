import type { PortalApi } from '../api/portal-api.ts';
import { nullIfNotFound } from '../api/null-if-not-found.ts';

/** Fields of `GET /api/v2/documents/{document_id}/text` that the page shows. */
export interface DocumentTextView {
  id: string;
  filename: string;
  title: string | null;
  authors: string[];
  created_at: string;
  chunk_count: number;
  text: string;
  first_chunk_index: number | null;
  last_chunk_index: number | null;
  next_cursor: string | null;
}

/**
 * Loads a page of the text of a document. Returns null for an unknown id.
 *
 * @param cursor position of the page; undefined for the first page
 */
export const loadDocumentText = (
  api: PortalApi,
  id: string,
  cursor: string | undefined,
): Promise<DocumentTextView | null> =>
  nullIfNotFound(
    api.request<DocumentTextView>({
      path: `/api/v2/documents/${id}/text`,
      ...(cursor === undefined ? {} : { query: { cursor } }),
    }),
  );
