import { documentChunkPath, documentChunkResponse } from '@loci/contracts';
import type { DocumentChunkResponse } from '@loci/contracts';
import type { PortalApi } from '../api/portal-api.ts';
import { nullIfNotFound } from '../api/null-if-not-found.ts';

/** Loads a document chunk with its neighbors. Returns null for an unknown id. */
export async function loadDocumentChunk(api: PortalApi, id: string): Promise<DocumentChunkResponse | null> {
  const chunk = await nullIfNotFound(api.request<unknown>({ path: documentChunkPath(id) }));
  return chunk === null ? null : documentChunkResponse.parse(chunk);
}
