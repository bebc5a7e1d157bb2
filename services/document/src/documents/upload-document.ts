import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { KeyedMutex } from '@loci/async';
import type { Caller } from '@loci/core';
import { unavailable } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { Outbox } from '@loci/messaging';
import { isUniqueViolation } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import type { StoredChunk } from '../chunks/stored-chunk.ts';
import { documentTypeOf } from '../parsing/document-type.ts';
import { startPendingUpload, deletedDuringUpload } from '../uploads/pending-upload.ts';
import type { PendingUploadDeps, PendingUpload } from '../uploads/pending-upload.ts';
import type { Parse } from '../uploads/parse-queue.ts';
import { parseMultipart } from '../uploads/parse-multipart.ts';
import type { MultipartUpload } from '../uploads/parse-multipart.ts';
import type { UploadFolder } from '../uploads/upload-folder.ts';
import { documentCreated } from './document.events.ts';
import { UNIQUE_CONTENT_INDEX } from './document.repository.ts';
import type { DocumentRepository } from './document.repository.ts';
import { createPendingDocument } from './document.ts';
import type { Document } from './document.ts';

export interface UploadDocumentDeps extends PendingUploadDeps {
  documents: PendingUploadDeps['documents'] & Pick<DocumentRepository, 'findByContent' | 'store'>;
  chunks: Pick<ChunkRepository, 'insert' | 'idsOfDocument'>;
  objects: Pick<ObjectStore, 'put' | 'delete'>;
  uploadFolder: Pick<UploadFolder, 'write'>;
  parse: Parse;
  /** Serializes uploads of the same content by one tenant. */
  uploadMutex: KeyedMutex;
  outbox: Outbox;
  newId(): string;
}

export interface UploadedDocument {
  document: Document;
  chunkIds: string[];
  /** The same bytes were there before. */
  isDuplicate: boolean;
  processingSeconds: number;
}

/**
 * Takes a file in and stores it with its chunks and its events, or nothing at all. The row announces the object
 * before the object is written, and the transaction that stores the chunks makes it one for good: whatever ends in
 * between is seen by nobody and removed by a job. Of the same bytes at the same moment one upload becomes the document.
 *
 * @param request its body, unread
 * @param signal aborted when the uploader is gone
 * @throws what `receiveForm` and `Parse` throw; RES_NOT_FOUND when it was deleted while it was uploaded
 * @see SPEC.md "Documents" 1; DECISIONS.md "Documents"
 */
export async function uploadDocument(
  deps: UploadDocumentDeps,
  caller: Caller,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<UploadedDocument> {
  const beganAtMs = deps.now().getTime();
  let announcement: PendingUpload | undefined;
  try {
    const form = await parseMultipart(request, deps.uploadFolder, (filename) => {
      const { contentType } = documentTypeOf(filename);
      const document = createPendingDocument(caller, { id: deps.newId(), filename, contentType }, deps.now());
      announcement = startPendingUpload(deps, document);
    });
    try {
      const key = `${caller.tenantId}:${form.file.sha256.toString('hex')}`;
      const outcome = await deps.uploadMutex.runExclusive(key, () => ingest(deps, announcement!, form, signal));
      return { ...outcome, processingSeconds: (deps.now().getTime() - beganAtMs) / 1_000 };
    } finally {
      await form.file.remove();
    }
  } finally {
    await announcement?.end();
  }
}

type Outcome = Omit<UploadedDocument, 'processingSeconds'>;

async function ingest(
  deps: UploadDocumentDeps,
  announcement: PendingUpload,
  { file, filename, metadata }: MultipartUpload,
  signal: AbortSignal,
): Promise<Outcome> {
  const duplicate = await findDuplicate(deps, announcement.document.tenantId, file.sha256);
  if (duplicate) return duplicate;

  await announcement.update({
    processingStatus: 'processing',
    sizeBytes: file.sizeBytes,
    contentSha256: file.sha256,
    metadata,
  });
  const { contentType, chunks } = await deps.parse({ filePath: file.path, filename, signal });
  const document: Document = {
    ...announcement.document,
    contentType,
    chunkCount: chunks.length,
    processingStatus: 'active',
    updatedAt: deps.now(),
  };
  const stored = chunks.map((chunk): StoredChunk => ({
    ...chunk,
    tenantId: document.tenantId,
    id: deps.newId(),
    documentId: document.id,
    embeddingStatus: 'pending',
    createdAt: document.updatedAt,
  }));

  await deps.objects.put(document.objectKey, createReadStream(file.path));
  try {
    await deps.inTransaction(document.tenantId, (tx) => storeAll(deps, tx, document, stored));
  } catch (error) {
    if (!isUniqueViolation(error, UNIQUE_CONTENT_INDEX)) throw error;
    // Another process was quicker; and if that one's is deleted already, a retry will do.
    const other = await findDuplicate(deps, document.tenantId, file.sha256);
    if (!other) throw unavailable('The document', error);
    return other;
  }
  return { document, chunkIds: stored.map((chunk) => chunk.id), isDuplicate: false };
}

async function storeAll(
  { documents, chunks, outbox }: UploadDocumentDeps,
  tx: Transaction,
  document: Document,
  stored: readonly StoredChunk[],
): Promise<void> {
  if (!(await documents.store(tx, document))) throw deletedDuringUpload(document);
  await Promise.all([
    chunks.insert(tx, stored),
    // One statement each: all events of a large document in one would be tens of megabytes.
    ...documentCreated(document, stored).map((event) => outbox.append(tx, event)),
  ]);
}

async function findDuplicate(
  { inTransaction, documents, chunks }: UploadDocumentDeps,
  tenantId: string,
  sha256: Buffer,
): Promise<Outcome | null> {
  return inTransaction(tenantId, async (tx) => {
    const document = await documents.findByContent(tx, tenantId, sha256);
    if (!document) return null;
    return {
      document,
      chunkIds: await chunks.idsOfDocument(tx, tenantId, document.id),
      isDuplicate: true,
    };
  });
}
