import { Readable } from 'node:stream';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { deleteObjects } from '@loci/object-store';
import type { Transaction } from '@loci/postgres';
import { UPLOAD_LIFETIME_MS, partKey, uploadNotFound, uploadPrefix } from './upload.ts';
import type { Upload, UploadDeps } from './upload.ts';
import { cancelUpload, findUpload, recordResult } from './upload.repository.ts';

export interface Completion<Result> {
  /**
   * Creates the object from the content of the file, whose length is `upload.sizeBytes`.
   *
   * @param record records the result in a transaction that creates the object. If it is not called, a repetition after a crash
   *   calls `store` again.
   */
  store(
    upload: Upload,
    content: Readable,
    record: (tx: Transaction, id: string) => Promise<void>,
  ): Promise<{ id: string; result: Result }>;
  /** Returns the object that an earlier request has created. @throws RES_NOT_FOUND if it was deleted */
  find(id: string): Promise<Result>;
}

/**
 * Creates an object from an upload whose bytes have all been received, and deletes the bytes. A repetition returns the object of the
 * first request.
 *
 * @throws RES_NOT_FOUND for an unknown or expired upload; VAL_VALIDATION_FAILED if bytes are missing; the errors of `store`, after
 *   which the upload is unchanged
 */
export async function completeUpload<Result>(
  deps: UploadDeps,
  caller: Caller,
  uploadId: string,
  { store, find }: Completion<Result>,
): Promise<Result> {
  const upload = await requireUpload(deps, caller, uploadId);
  if (upload.resultId !== null) return find(upload.resultId);
  if (upload.receivedBytes < upload.sizeBytes) throw incomplete(upload);
  const content = Readable.from(readParts(deps, upload), { objectMode: false });
  const expiresAt = new Date(deps.now().getTime() + UPLOAD_LIFETIME_MS);
  const record = (tx: Transaction, id: string): Promise<void> => recordResult(tx, upload, id, expiresAt);
  try {
    const { id, result } = await store(upload, content, record);
    await deps.database.inTransaction(upload.tenantId, (tx) => record(tx, id));
    await deleteParts(deps, upload);
    return result;
  } catch (error) {
    // A concurrent request can have created the object and deleted the bytes.
    const current = await requireUpload(deps, caller, uploadId);
    if (current.resultId !== null) return find(current.resultId);
    throw error;
  } finally {
    content.destroy();
  }
}

/** Cancels an upload and deletes its bytes. @throws RES_NOT_FOUND */
export async function abortUpload(deps: UploadDeps, caller: Caller, uploadId: string): Promise<void> {
  const upload = await requireUpload(deps, caller, uploadId);
  await deps.database.inTransaction(caller.tenantId, (tx) => cancelUpload(tx, caller, uploadId, deps.now()));
  await deleteParts(deps, upload);
}

/** Returns an upload of the caller. @throws RES_NOT_FOUND */
export async function requireUpload(
  { database, now }: UploadDeps,
  caller: Caller,
  uploadId: string,
): Promise<Upload> {
  const upload = await database.inTransaction(caller.tenantId, (tx) =>
    findUpload(tx, caller, uploadId, now()),
  );
  if (upload === null) throw uploadNotFound(uploadId);
  return upload;
}

async function* readParts({ kind, objects }: UploadDeps, upload: Upload): AsyncGenerator<Buffer> {
  for (const partId of upload.partIds) {
    const found = await objects.get(partKey(kind, upload, partId));
    // The upload was canceled or completed at the same time.
    if (found === null) throw uploadNotFound(upload.id);
    yield* found.body as AsyncIterable<Buffer>;
  }
}

/** Deletes the bytes of an upload. The job `delete-expired-uploads` deletes what could not be deleted. */
async function deleteParts({ kind, objects }: UploadDeps, { tenantId, id }: Upload): Promise<void> {
  await deleteObjects(objects, uploadPrefix(kind, tenantId, id), () => false).catch(() => undefined);
}

const incomplete = ({ receivedBytes, sizeBytes }: Upload): AppError =>
  new AppError(
    'VAL_VALIDATION_FAILED',
    `The upload is incomplete: ${receivedBytes} of ${sizeBytes} bytes have been received.`,
    { details: { received_bytes: receivedBytes, size_bytes: sizeBytes } },
  );
