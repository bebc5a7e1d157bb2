import type { Caller } from '@loci/core';
import type { Page } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { DocumentRepository } from './document.repository.ts';
import type { Document } from './document.ts';

export interface ListDocumentsDeps {
  inTransaction: InTransaction;
  documents: Pick<DocumentRepository, 'list' | 'count'>;
  now(): Date;
}

/** A page of documents, newest first, with the number of all. @see SPEC.md "Documents" 3 */
export async function listDocuments(
  { inTransaction, documents, now }: ListDocumentsDeps,
  { tenantId }: Caller,
  { page, perPage }: Page,
): Promise<{ items: Document[]; total: number }> {
  const at = now();
  const [items, total] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      documents.list(tx, tenantId, { now: at, limit: perPage, offset: (page - 1) * perPage }),
      documents.count(tx, tenantId, at),
    ]),
  );
  return { items, total };
}
