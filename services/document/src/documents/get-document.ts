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

/** Chunks of one response, next to its limit in bytes. */
export const MAX_CHUNKS = 5_000;

const chunkIndex = z.tuple([z.int().min(0).max(2_147_483_647)]);

/** Name in cursors of the list of this document's chunks. */
export const chunkList = (id: string): string => `chunks:${id}`;

/**
 * @param shown whether to read the chunks, in the order of the text, {@link MAX_CHUNKS} and one more; null otherwise
 * @throws RES_NOT_FOUND; VAL_FIELD_INVALID for the cursor of another document
 * @see SPEC.md "Documents" 3
 */
export async function getDocument(
  { inTransaction, documents, chunks, now }: GetDocumentDeps,
  { tenantId }: Caller,
  id: string,
  shown: { chunks: boolean; cursor?: Cursor | undefined },
): Promise<{ document: Document; chunks: StoredChunk[] | null }> {
  const after = continueAfter(shown.cursor, chunkList(id), chunkIndex);
  const [document, found] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      documents.find(tx, tenantId, id, now()),
      shown.chunks
        ? chunks.ofDocument(tx, tenantId, id, { afterIndex: after?.[0], limit: MAX_CHUNKS + 1 })
        : null,
    ]),
  );
  if (!document) throw notFound('document', id);
  return { document, chunks: found };
}
