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

/** Name of this list in cursors. */
export const DOCUMENT_LIST = 'documents';

/**
 * A page of documents and one more, newest first, with the number of all.
 * @throws VAL_FIELD_INVALID for the cursor of another list
 * @see SPEC.md "Documents" 3
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
