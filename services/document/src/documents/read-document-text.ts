import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import { continueAfter } from '@loci/http';
import type { Cursor } from '@loci/http';
import type { StoredChunk } from '../chunks/stored-chunk.ts';
import type { Document } from './document.ts';
import { chunkIndex } from './get-document.ts';
import type { GetDocumentDeps } from './get-document.ts';

/** Maximum number of chunks in a page of text. This many chunks have about 20,000 characters. */
export const CHUNKS_PER_TEXT_PAGE = 50;

/**
 * Returns the name of the list of text pages of a document. A cursor contains the name and is valid only for
 * this list.
 */
export const textPages = (id: string): string => `text:${id}`;

export interface DocumentText {
  document: Document;
  /** Chunks of the page, and one more if there is a next page. Empty for a document that is being uploaded. */
  chunks: StoredChunk[];
}

/**
 * Returns the chunks of a page of text of a document.
 *
 * @throws RES_NOT_FOUND; VAL_FIELD_INVALID for a cursor of another document
 * @see docs/reference/documents.md#read-the-text-of-a-document
 */
export async function readDocumentText(
  { inTransaction, documents, chunks, now }: GetDocumentDeps,
  { tenantId }: Caller,
  id: string,
  cursor: Cursor | undefined,
): Promise<DocumentText> {
  const after = continueAfter(cursor, textPages(id), chunkIndex);
  const [document, found] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      documents.find(tx, tenantId, id, now()),
      chunks.ofDocument(tx, tenantId, id, { afterIndex: after?.[0], limit: CHUNKS_PER_TEXT_PAGE + 1 }),
    ]),
  );
  if (!document) throw notFound('document', id);
  return { document, chunks: found };
}
