import type { DocumentCitation } from '@loci/contracts';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';

/** A passage that a search found. */
export interface FoundPassage {
  id: string;
  content: string;
  document: DocumentCitation;
}

/** Maximum number of results of a search of the API. */
const SEARCHED_RESULTS = 100;
const MAX_PASSAGES = 10;

/**
 * Searches the passages of one document, best first. The search ranks the passages of all documents, so it can miss
 * passages of a document that is less relevant than many others.
 *
 * @returns null if the search is unavailable
 */
export async function searchDocument(
  api: PortalApi,
  documentId: string,
  query: string,
): Promise<FoundPassage[] | null> {
  try {
    const { items } = await api.request<{ items: (FoundPassage & { document_id: string | null })[] }>({
      method: 'POST',
      path: '/api/v2/search/hybrid',
      body: { query, limit: SEARCHED_RESULTS, source_types: ['document_upload'] },
    });
    return items.filter((found) => found.document_id === documentId).slice(0, MAX_PASSAGES);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) return null;
    throw error;
  }
}
