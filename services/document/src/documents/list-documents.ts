import type { Caller } from '@loci/core';
import { continueAfter, timeAndId, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { DocumentRepository } from './document.repository.ts';
import type { Document } from './document.ts';

export interface ListDocumentsDeps {
  inTransaction: InTransaction;
  documents: Pick<DocumentRepository, 'list' | 'count'>;
  now(): Date;
}

/** Name of the document list. A cursor contains it and is valid only for this list. */
export const DOCUMENT_LIST = 'documents';

/**
 * Lists documents, newest first.
 *
 * @returns the documents of the page and one more if there is a next page, and the total number of documents
 * @throws VAL_FIELD_INVALID for a cursor of another list
 * @see docs/reference/documents.md#list-documents
 */
export async function listDocuments(
  { inTransaction, documents, now }: ListDocumentsDeps,
  { tenantId }: Caller,
  page: CursorPage,
): Promise<{ items: Document[]; total: number }> {
  const at = now();
  const after = continueAfter(page.cursor, DOCUMENT_LIST, timeAndId);
  const [items, total] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      documents.list(tx, tenantId, { now: at, ...toLimit(page), after }),
      documents.count(tx, tenantId, at),
    ]),
  );
  return { items, total };
}
