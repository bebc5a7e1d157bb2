import type { KeyedMutex } from '@loci/async';
import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { ObjectStore } from '@loci/object-store';
import type { InTransaction, Transaction } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import { toStoredChunks } from '../chunks/stored-chunk.ts';
import type { StoredChunk } from '../chunks/stored-chunk.ts';
import { rejectSecretFile } from '../uploads/reject-secrets.ts';
import type { Parse } from '../uploads/parse-queue.ts';
import type { UploadFolder, UploadedFile } from '../uploads/upload-folder.ts';
import { documentReprocessed } from './document.events.ts';
import type { DocumentRepository } from './document.repository.ts';
import { MAX_FILE_BYTES, fileTooLarge, uploadKey } from './document.ts';
import type { Document } from './document.ts';
import { fileMissing } from './download-document.ts';

export interface ReprocessDocumentDeps {
  inTransaction: InTransaction;
  inLastTransaction: LastTransactions['inLastTransaction'];
  documents: Pick<DocumentRepository, 'find' | 'replaceContent'>;
  chunks: Pick<ChunkRepository, 'insert' | 'removeOfDocument'>;
  objects: Pick<ObjectStore, 'get'>;
  uploadFolder: Pick<UploadFolder, 'write'>;
  parse: Parse;
  uploadMutex: KeyedMutex;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

/**
 * Parses the stored file of a document again, and replaces its chunks, title and authors in one transaction. Searches
 * find the previous chunks until the new ones are indexed. On an error, the document keeps its chunks.
 *
 * @param signal aborted when the client disconnects
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @throws RES_NOT_FOUND if the document or its file does not exist; VAL_SECRET_FOUND if the tenant filters secrets; the errors
 *   of {@link Parse}
 * @see docs/reference/documents.md#reprocess-a-document
 */
export async function reprocessDocument(
  deps: ReprocessDocumentDeps,
  caller: Caller,
  id: string,
  signal: AbortSignal,
  toOutcome: (document: Document) => unknown,
): Promise<Document> {
  const { tenantId } = caller;
  const document = await deps.inTransaction(tenantId, (tx) =>
    deps.documents.find(tx, tenantId, id, deps.now()),
  );
  if (!document) throw notFound('document', id);
  if (document.contentSha256 === null || document.chunkCount === 0) throw fileMissing(document);
  const key = uploadKey(tenantId, document.contentSha256);
  return deps.uploadMutex.runExclusive(key, async () => {
    const file = await readFile(deps, document);
    try {
      return await replaceContent(deps, document, file, { caller, signal, toOutcome });
    } finally {
      await file.remove();
    }
  });
}

/** Copies the stored file to the upload folder, where the parser can read it. */
async function readFile(
  { objects, uploadFolder }: ReprocessDocumentDeps,
  document: Document,
): Promise<UploadedFile> {
  const stored = await objects.get(document.objectKey);
  if (!stored) throw fileMissing(document);
  return uploadFolder.write(stored.body, (sizeBytes) => {
    if (sizeBytes > MAX_FILE_BYTES) throw fileTooLarge(sizeBytes);
  });
}

interface ReprocessOptions {
  caller: Caller;
  signal: AbortSignal;
  toOutcome: (document: Document) => unknown;
}

async function replaceContent(
  deps: ReprocessDocumentDeps,
  document: Document,
  file: UploadedFile,
  { caller, signal, toOutcome }: ReprocessOptions,
): Promise<Document> {
  const { tenantId, filename } = document;
  const parsed = await deps.parse({
    tenantId,
    filePath: file.path,
    filename,
    sha256: file.sha256,
    signal,
  });
  await rejectSecretFile(caller, parsed, file.path);
  const { contentType, title, authors, chunks } = parsed;
  const replaced: Document = {
    ...document,
    contentType,
    title: title ?? null,
    authors: authors ?? [],
    chunkCount: chunks.length,
    embeddedCount: 0,
    failedCount: 0,
    processingStatus: 'active',
    updatedAt: deps.now(),
  };
  const stored = toStoredChunks(replaced, chunks, deps.newId);
  await deps.inLastTransaction(
    document.tenantId,
    (tx) => storeContent(deps, tx, replaced, stored),
    () => toOutcome(replaced),
  );
  return replaced;
}

async function storeContent(
  { documents, chunks, outbox }: ReprocessDocumentDeps,
  tx: Transaction,
  document: Document,
  stored: readonly StoredChunk[],
): Promise<void> {
  // Locks the document before its chunks, in the same order as updates of the embedding status.
  if (!(await documents.replaceContent(tx, document))) throw notFound('document', document.id);
  const removedIds = await chunks.removeOfDocument(tx, document.tenantId, document.id);
  await chunks.insert(tx, stored);
  await Promise.all(
    documentReprocessed(document, stored, removedIds).map((event) => outbox.append(tx, event)),
  );
}
