import type { PortalApi } from '../api/portal-api.ts';

interface Chunk {
  chunk_index: number;
  content: string;
}

/** A passage of a document, with those before and after it. */
export interface DocumentChunkView {
  filename: string;
  documentId: string;
  text: string;
  createdAt: string;
  position: number;
  total: number;
  before: string | null;
  after: string | null;
}

/** Every citation leads to `/memories/<id>`, those of documents, too. Null for an unknown id. */
export async function loadDocumentChunk(api: PortalApi, id: string): Promise<DocumentChunkView | null> {
  const citation = await api.fetchCitation(id);
  const documentId = citation?.metadata.document_id;
  const index = citation?.metadata.chunk_index;
  if (citation === null || typeof documentId !== 'string' || typeof index !== 'number') return null;
  const document = await api.request<{ filename: string; created_at: string; chunks: Chunk[] }>({
    path: `/api/v2/documents/${documentId}`,
    query: { include_chunks: 'true' },
  });
  const chunkAt = (position: number): string | null =>
    document.chunks.find((chunk) => chunk.chunk_index === position)?.content ?? null;
  return {
    filename: document.filename,
    documentId,
    text: citation.text,
    createdAt: document.created_at,
    position: index + 1,
    total: document.chunks.length,
    before: chunkAt(index - 1),
    after: chunkAt(index + 1),
  };
}
