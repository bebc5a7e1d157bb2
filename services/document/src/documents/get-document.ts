import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import { continueAfter } from '@loci/http';
import type { Cursor } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { z } from 'zod';
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

/** Maximum number of chunks in a response. The size limit of responses may allow fewer. */
export const MAX_CHUNKS = 5_000;

/** Schema of the position in a list of chunks. */
export const chunkIndex = z.tuple([z.int().min(0).max(2_147_483_647)]);

/** Returns the name of the chunk list of a document. A cursor contains it and is valid only for this list. */
export const chunkList = (id: string): string => `chunks:${id}`;

/**
 * Returns a document and, if requested, a page of its chunks in the order of the text.
 *
 * @param include.chunks whether to read chunks
 * @param include.cursor position to continue after
 * @returns up to {@link MAX_CHUNKS} chunks and one more if there is a next page; null if chunks are not
 *   requested
 * @throws RES_NOT_FOUND; VAL_FIELD_INVALID for a cursor of another document
 * @see docs/reference/documents.md#get-a-document
 */
export async function getDocument(
  { inTransaction, documents, chunks, now }: GetDocumentDeps,
  { tenantId }: Caller,
  id: string,
  include: { chunks: boolean; cursor?: Cursor | undefined },
): Promise<{ document: Document; chunks: StoredChunk[] | null }> {
  const after = continueAfter(include.cursor, chunkList(id), chunkIndex);
  const [document, found] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      documents.find(tx, tenantId, id, now()),
      include.chunks
        ? chunks.ofDocument(tx, tenantId, id, { afterIndex: after?.[0], limit: MAX_CHUNKS + 1 })
        : null,
    ]),
  );
  if (!document) throw notFound('document', id);
  return { document, chunks: found };
}
