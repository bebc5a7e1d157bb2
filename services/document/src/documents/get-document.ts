import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import type { StoredChunk } from '../chunks/stored-chunk.ts';
import type { DocumentRepository } from './document.repository.ts';
import type { Document } from './document.ts';

export interface GetDocumentDeps {
  inTransaction: InTransaction;
  documents: Pick<DocumentRepository, 'find'>;
  chunks: Pick<ChunkRepository, 'ofDocument'>;
  now(): Date;
}

/**
 * @param withChunks whether to read the chunks, in the order of the text; null otherwise
 * @throws RES_NOT_FOUND
 * @see SPEC.md "Documents" 3
 */
export async function getDocument(
  { inTransaction, documents, chunks, now }: GetDocumentDeps,
  { tenantId }: Caller,
  id: string,
  withChunks: boolean,
): Promise<{ document: Document; chunks: StoredChunk[] | null }> {
  const [document, found] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      documents.find(tx, tenantId, id, now()),
      withChunks ? chunks.ofDocument(tx, tenantId, id) : null,
    ]),
  );
  if (!document) throw notFound('document', id);
  return { document, chunks: found };
}
