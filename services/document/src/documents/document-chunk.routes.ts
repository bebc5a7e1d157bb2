import { DOCUMENT_CHUNK_ROUTE, documentChunkResponse } from '@loci/contracts';
import type { DocumentChunkResponse } from '@loci/contracts';
import { notFound } from '@loci/core';
import { route, uuid } from '@loci/http';
import type { Route } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { z } from 'zod';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import type { DocumentRepository } from './document.repository.ts';

export interface DocumentChunkDeps {
  inTransaction: InTransaction;
  documents: Pick<DocumentRepository, 'find'>;
  chunks: Pick<ChunkRepository, 'findMany' | 'ofDocument'>;
  now(): Date;
}

/**
 * Returns a chunk with the chunks before and after it.
 *
 * @throws RES_NOT_FOUND if the chunk does not exist in the tenant or its document was deleted
 */
function getDocumentChunk(
  { inTransaction, documents, chunks, now }: DocumentChunkDeps,
  tenantId: string,
  chunkId: string,
): Promise<DocumentChunkResponse> {
  return inTransaction(tenantId, async (tx) => {
    const [chunk] = await chunks.findMany(tx, tenantId, [chunkId]);
    if (chunk === undefined) throw notFound('chunk', chunkId);
    const [document, nearby] = await Promise.all([
      documents.find(tx, tenantId, chunk.documentId, now()),
      chunks.ofDocument(tx, tenantId, chunk.documentId, { afterIndex: chunk.index - 2, limit: 3 }),
    ]);
    if (document === null) throw notFound('chunk', chunkId);
    const neighborAt = (index: number): { id: string; content: string } | null => {
      const neighbor = nearby.find((each) => each.index === index);
      return neighbor === undefined ? null : { id: neighbor.id, content: neighbor.content };
    };
    return {
      id: chunk.id,
      document: {
        id: document.id,
        filename: document.filename,
        title: document.title,
        page: chunk.metadata.page ?? null,
        section: chunk.metadata.section ?? null,
        chunk_index: chunk.index,
        chunk_count: document.chunkCount,
      },
      created_at: document.createdAt.toISOString(),
      content_type: document.contentType,
      content: chunk.content,
      previous: neighborAt(chunk.index - 1),
      next: neighborAt(chunk.index + 1),
    };
  });
}

/** Routes for the document pages of the portal. They are not part of the documented API. */
export const documentChunkRoutes = (deps: DocumentChunkDeps): Route[] => [
  route({
    method: 'get',
    path: DOCUMENT_CHUNK_ROUTE,
    scope: 'read',
    documented: false,
    summary: 'Get a document chunk with its neighbors',
    params: z.object({ chunk_id: uuid }),
    response: documentChunkResponse,
    errors: ['RES_NOT_FOUND'],
    handle: ({ caller, params }) => getDocumentChunk(deps, caller.tenantId, params.chunk_id),
  }),
];
