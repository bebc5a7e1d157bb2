import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import { continueAfter } from '@loci/http';
import type { CursorPage } from '@loci/http';
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

/** Number of chunks in a response if the request has no page size. They have about 80 kB of JSON. */
export const DEFAULT_CHUNKS_PER_PAGE = 100;

/** Maximum value of the type `int` in PostgreSQL. */
const MAX_CHUNK_INDEX = 2_147_483_647;

/** Position before the first chunk, in the order of the text. */
export const BEFORE_FIRST_CHUNK = -1;

/** Schema of the position in a list of chunks: the index of the chunk to continue after. */
export const chunkIndex = z.tuple([z.int().min(BEFORE_FIRST_CHUNK).max(MAX_CHUNK_INDEX)]);

/** Returns the name of the chunk list of a document. A cursor contains it and is valid only for this list. */
export const chunkList = (id: string): string => `chunks:${id}`;

/**
 * Returns a document and, if requested, a page of its chunks in the order of the text.
 *
 * @param page page of chunks, or null to read no chunks
 * @returns up to `perPage` chunks and one more if there is a next page; null if chunks are not requested
 * @throws RES_NOT_FOUND; VAL_FIELD_INVALID for a cursor of another document
 * @see docs/reference/documents.md#get-a-document
 */
export async function getDocument(
  { inTransaction, documents, chunks, now }: GetDocumentDeps,
  { tenantId }: Caller,
  id: string,
  page: CursorPage | null,
): Promise<{ document: Document; chunks: StoredChunk[] | null }> {
  const after = continueAfter(page?.cursor, chunkList(id), chunkIndex);
  const [document, found] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      documents.find(tx, tenantId, id, now()),
      page &&
        chunks.ofDocument(tx, tenantId, id, {
          afterIndex: after?.[0] ?? lastIndexBefore(page),
          limit: page.perPage + 1,
        }),
    ]),
  );
  if (!document) throw notFound('document', id);
  return { document, chunks: found };
}

/** Returns the index of the last chunk before a page. The indexes of a document have no gaps. */
const lastIndexBefore = ({ page, perPage }: CursorPage): number =>
  Math.min((page - 1) * perPage - 1, MAX_CHUNK_INDEX);
