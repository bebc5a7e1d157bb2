import type { DocumentCitation } from '@loci/contracts';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';

/** A passage that a search found. */
export interface FoundPassage {
  id: string;
  content: string;
  document: DocumentCitation;
}

const MAX_PASSAGES = 10;

/**
 * Searches the passages of one document, best first.
 *
 * @returns null if the search is unavailable
 */
export async function searchDocument(
  api: PortalApi,
  documentId: string,
  query: string,
): Promise<FoundPassage[] | null> {
  try {
    const { items } = await api.request<{ items: FoundPassage[] }>({
      method: 'POST',
      path: '/api/v2/search/hybrid',
      body: { query, limit: MAX_PASSAGES, document_id: documentId, enable_graph_expansion: false },
    });
    return items;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) return null;
    throw error;
  }
}
