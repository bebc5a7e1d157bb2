import { createReadStream } from 'node:fs';
import type { KeyedMutex } from '@loci/async';
import type { Caller } from '@loci/core';
import { invalidField, unavailable } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { Outbox } from '@loci/messaging';
import { isUniqueViolation, requireQuota } from '@loci/postgres';
import type { StorageQuota, Transaction } from '@loci/postgres';
import { requireRestorer } from '@loci/service-hosting';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import { toStoredChunks } from '../chunks/stored-chunk.ts';
import type { StoredChunk } from '../chunks/stored-chunk.ts';
import { documentTypeOf } from '../parsing/document-type.ts';
import { startPendingUpload, deletedDuringUpload } from '../uploads/pending-upload.ts';
import type { PendingUploadDeps, PendingUpload } from '../uploads/pending-upload.ts';
import type { Parse } from '../uploads/parse-queue.ts';
import { rejectSecretFile, rejectSecretMetadata, rejectSecretName } from '../uploads/reject-secrets.ts';
import type { MultipartUpload } from '../uploads/parse-multipart.ts';
import type { UploadFolder, UploadedFile } from '../uploads/upload-folder.ts';
import { documentCreated } from './document.events.ts';
import { UNIQUE_CONTENT_INDEX } from './document.repository.ts';
import type { DocumentRepository } from './document.repository.ts';
import { createPendingDocument, uploadKey } from './document.ts';
import type { Document } from './document.ts';

export interface UploadDocumentDeps extends PendingUploadDeps {
  documents: PendingUploadDeps['documents'] & Pick<DocumentRepository, 'findByContent' | 'store'>;
  chunks: Pick<ChunkRepository, 'insert' | 'idsOfDocument'>;
  objects: Pick<ObjectStore, 'head' | 'put' | 'delete'>;
  uploadFolder: Pick<UploadFolder, 'write'>;
  parse: Parse;
  /** Serializes uploads of the same content by one tenant. */
  uploadMutex: KeyedMutex;
  outbox: Outbox;
  quota: StorageQuota;
  newId(): string;
}

/** Document of an export. */
export interface RestoredDocument {
  id: string;
  /** Undefined for the current time. */
  createdAt: Date | undefined;
}

export interface UploadRequest {
  /**
   * Writes the file to the upload folder. Calls `onFile` as soon as the file name is known, and rejects with the error of
   * `onFile`.
   */
  receive(folder: Pick<UploadFolder, 'write'>, onFile: (filename: string) => void): Promise<MultipartUpload>;
  /** Whether to return the ids of the chunks. */
  includeChunkIds: boolean;
  /** ID and time of a document that an owner restores, or null for a new document. */
  restored: RestoredDocument | null;
}

export interface UploadedDocument {
  document: Document;
  /** Ids of the chunks in the order of the text. Null if they were not requested. */
  chunkIds: string[] | null;
  /** True if the tenant had already stored the same content. */
  isDuplicate: boolean;
  processingSeconds: number;
}

/**
 * Receives and parses a file, and stores it with its chunks and events in one transaction. Of concurrent
 * uploads of the same content, one creates the document, and the others return it as a duplicate.
 *
 * A pending row is inserted before the object is written. The transaction that inserts the chunks turns the
 * row into a stored document. If the process crashes between these steps, the row expires, and a job deletes
 * the object and the row.
 *
 * @param signal aborted when the client disconnects
 * @throws the errors of `receive` and {@link Parse}; RES_NOT_FOUND if the document was deleted
 *   during its upload; VAL_SECRET_FOUND if the tenant filters secrets; AUTH_FORBIDDEN if a caller who is not an owner
 *   restores a document; RES_ALREADY_EXISTS if the ID of a restored document belongs to another one
 * @see docs/reference/documents.md#upload-a-document
 */
export async function uploadDocument(
  deps: UploadDocumentDeps,
  caller: Caller,
  { receive, includeChunkIds, restored }: UploadRequest,
  signal: AbortSignal,
): Promise<UploadedDocument> {
  if (restored !== null) requireRestorable(caller, restored, deps.now());
  const startedAtMs = deps.now().getTime();
  let pendingUpload: PendingUpload | undefined;
  try {
    const upload = await receive(deps.uploadFolder, (filename) => {
      rejectSecretName(caller, filename);
      const { contentType } = documentTypeOf(filename);
      const id = restored?.id ?? deps.newId();
      const document = createPendingDocument(caller, { id, filename, contentType }, deps.now());
      const createdAt = restored?.createdAt ?? document.createdAt;
      pendingUpload = startPendingUpload(deps, { ...document, createdAt });
    });
    try {
      const key = uploadKey(caller.tenantId, upload.file.sha256);
      const outcome = await deps.uploadMutex.runExclusive(key, () =>
        ingest(deps, caller, pendingUpload!, upload, signal),
      );
      const chunkIds = includeChunkIds ? await readChunkIds(deps, outcome.document) : null;
      return { ...outcome, chunkIds, processingSeconds: (deps.now().getTime() - startedAtMs) / 1_000 };
    } finally {
      await upload.file.remove();
    }
  } finally {
    await pendingUpload?.end();
  }
}

/**
 * @throws AUTH_FORBIDDEN if the caller is not an owner; VAL_FIELD_INVALID for a time in the future
 */
function requireRestorable(caller: Caller, { createdAt }: RestoredDocument, now: Date): void {
  requireRestorer(caller, 'documents');
  if (createdAt !== undefined && createdAt > now)
    throw invalidField('restored_created_at', 'Must not be in the future.');
}

type Outcome = Pick<UploadedDocument, 'document' | 'isDuplicate'>;

async function ingest(
  deps: UploadDocumentDeps,
  caller: Caller,
  pendingUpload: PendingUpload,
  { file, filename, metadata }: MultipartUpload,
  signal: AbortSignal,
): Promise<Outcome> {
  const duplicate = await findDuplicate(deps, pendingUpload.document.tenantId, file.sha256);
  if (duplicate && (await ensureFileStored(deps, duplicate.document, file))) return duplicate;

  await rejectSecretMetadata(caller, metadata);
  // Checked again when the document is stored. This check avoids parsing a file that cannot be stored.
  await deps.inTransaction(pendingUpload.document.tenantId, (tx) =>
    requireQuota(tx, deps.quota, pendingUpload.document.tenantId, file.sizeBytes),
  );
  await pendingUpload.update({
    processingStatus: 'processing',
    sizeBytes: file.sizeBytes,
    contentSha256: file.sha256,
    metadata,
  });
  const parsed = await deps.parse({
    tenantId: pendingUpload.document.tenantId,
    filePath: file.path,
    filename,
    sha256: file.sha256,
    signal,
  });
  await rejectSecretFile(caller, parsed, file.path);
  const { contentType, title, authors, chunks } = parsed;
  const document: Document = {
    ...pendingUpload.document,
    contentType,
    title: title ?? null,
    authors: authors ?? [],
    chunkCount: chunks.length,
    processingStatus: 'active',
    updatedAt: deps.now(),
  };
  const stored = toStoredChunks(document, chunks, deps.newId);

  await deps.objects.put(document.objectKey, createReadStream(file.path));
  try {
    await deps.inTransaction(document.tenantId, (tx) => storeAll(deps, tx, document, stored));
  } catch (error) {
    if (!isUniqueViolation(error, UNIQUE_CONTENT_INDEX)) throw error;
    // Another process stored the same content first. If its document has been deleted since, the client can
    // retry.
    const other = await findDuplicate(deps, document.tenantId, file.sha256);
    if (!other) throw unavailable('The document', error);
    return other;
  }
  return { document, isDuplicate: false };
}

async function storeAll(
  { documents, chunks, outbox, quota }: UploadDocumentDeps,
  tx: Transaction,
  document: Document,
  stored: readonly StoredChunk[],
): Promise<void> {
  const [, isStored] = await Promise.all([
    requireQuota(tx, quota, document.tenantId, document.sizeBytes),
    documents.store(tx, document),
  ]);
  if (!isStored) throw deletedDuringUpload(document);
  await Promise.all([
    chunks.insert(tx, stored),
    // Each event has its own statement, because the events of a large document have tens of megabytes in
    // total.
    ...documentCreated(document, stored).map((event) => outbox.append(tx, event)),
  ]);
}

async function findDuplicate(
  { inTransaction, documents }: UploadDocumentDeps,
  tenantId: string,
  sha256: Buffer,
): Promise<Outcome | null> {
  const document = await inTransaction(tenantId, (tx) => documents.findByContent(tx, tenantId, sha256));
  return document && { document, isDuplicate: true };
}

/**
 * Stores the file of a document again if the object store has lost it.
 *
 * @returns false if the document was deleted at the same time. Its file is then not stored.
 */
async function ensureFileStored(
  deps: UploadDocumentDeps,
  { tenantId, objectKey }: Document,
  file: UploadedFile,
): Promise<boolean> {
  if (await deps.objects.head(objectKey)) return true;
  await deps.objects.put(objectKey, createReadStream(file.path));
  if (await findDuplicate(deps, tenantId, file.sha256)) return true;
  await deps.objects.delete(objectKey);
  return false;
}

const readChunkIds = (
  { inTransaction, chunks }: UploadDocumentDeps,
  { tenantId, id }: Document,
): Promise<string[]> => inTransaction(tenantId, (tx) => chunks.idsOfDocument(tx, tenantId, id));
