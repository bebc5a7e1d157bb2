import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { PART_BYTES, UPLOAD_LIFETIME_MS, partKey, uploadNotFound, wrongOffset } from './upload.ts';
import type { Upload, UploadDeps } from './upload.ts';
import { claimWriting, findUpload, recordPart } from './upload.repository.ts';

/**
 * Appends the body of a request to an upload. Stores each full part while the body arrives. If the connection ends early, stores
 * the bytes that have arrived. The request becomes the only writer of the upload: a concurrent request of an earlier connection
 * fails when it stores its next part.
 *
 * @returns the upload with the received bytes
 * @throws RES_NOT_FOUND; VAL_FIELD_INVALID (409) if `offset` is not the number of received bytes, or another request has become
 *   the writer; VAL_FIELD_TOO_LONG (413) for more bytes than declared, without the bytes of the last part;
 *   VAL_VALIDATION_FAILED if the connection ended early
 */
export async function appendToUpload(
  deps: UploadDeps,
  caller: Caller,
  uploadId: string,
  offset: number,
  request: IncomingMessage,
): Promise<Upload> {
  const { database, newId, now } = deps;
  const writerId = newId();
  let upload = await database.inTransaction(caller.tenantId, async (tx) => {
    const found = await findUpload(tx, caller, uploadId, now());
    if (found === null) throw uploadNotFound(uploadId);
    if (!(await claimWriting(tx, found, { offset, writerId, now: now() }))) {
      throw wrongOffset(found.receivedBytes);
    }
    return found;
  });
  const remaining = upload.sizeBytes - offset;
  if (Number(request.headers['content-length'] ?? 0) > remaining) throw moreThanDeclared(upload);

  const pending = await loadLastPart(deps, upload);
  let pendingBytes = pending.reduce((sum, chunk) => sum + chunk.length, 0);
  const storePending = async (): Promise<void> => {
    const position = Math.floor(upload.receivedBytes / PART_BYTES) * PART_BYTES;
    const part = Buffer.concat(pending.splice(0));
    upload = await storePart(deps, upload, writerId, part.subarray(0, PART_BYTES), position);
    if (part.length > PART_BYTES) pending.push(part.subarray(PART_BYTES));
    pendingBytes = Math.max(0, part.length - PART_BYTES);
  };

  let interruption: unknown;
  let receivedBytes = offset;
  const body = readUntilInterrupted(request, (error) => (interruption = error));
  for await (const chunk of body) {
    receivedBytes += chunk.length;
    if (receivedBytes > upload.sizeBytes) throw moreThanDeclared(upload);
    pending.push(chunk);
    pendingBytes += chunk.length;
    while (pendingBytes >= PART_BYTES) await storePending();
  }
  if (receivedBytes > upload.receivedBytes) await storePending();
  if (interruption === undefined && request.complete) return upload;
  throw new AppError(
    'VAL_VALIDATION_FAILED',
    'The client closed the connection before the end of the body.',
    {
      cause: interruption,
    },
  );
}

/** Yields a body up to its end, or up to an error of the connection. */
async function* readUntilInterrupted(
  request: IncomingMessage,
  onInterrupted: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    onInterrupted(error);
  }
}

/** Returns the bytes of the last part if it is not full. The next bytes are added to it. */
async function loadLastPart({ kind, objects }: UploadDeps, upload: Upload): Promise<Buffer[]> {
  if (upload.receivedBytes % PART_BYTES === 0) return [];
  const found = await objects.get(partKey(kind, upload, upload.partIds.at(-1)!));
  // The upload was canceled.
  if (found === null) throw uploadNotFound(upload.id);
  return [await buffer(found.body)];
}

/**
 * Stores a part and its number of bytes.
 *
 * @param position offset of the part in the file, a multiple of `PART_BYTES`
 * @throws VAL_FIELD_INVALID (409) if another request has become the writer; RES_NOT_FOUND if the upload was canceled
 */
async function storePart(
  { kind, database, objects, newId, now }: UploadDeps,
  upload: Upload,
  writerId: string,
  part: Buffer,
  position: number,
): Promise<Upload> {
  const partId = newId();
  const keptParts = position / PART_BYTES;
  const key = partKey(kind, upload, partId);
  await objects.put(key, part);
  const changed: Upload = {
    ...upload,
    receivedBytes: position + part.length,
    partIds: [...upload.partIds.slice(0, keptParts), partId],
    expiresAt: new Date(now().getTime() + UPLOAD_LIFETIME_MS),
  };
  const current = await database.inTransaction(upload.tenantId, async (tx) => {
    const progress = { writerId, keptParts, partId, now: now() };
    const { receivedBytes, expiresAt } = changed;
    if (await recordPart(tx, upload, { ...progress, receivedBytes, expiresAt })) return changed;
    return findUpload(tx, upload, upload.id, now());
  });
  const replaced = upload.partIds[keptParts];
  if (current === changed) {
    if (replaced !== undefined) await deleteQuietly(objects, partKey(kind, upload, replaced));
    return changed;
  }
  await deleteQuietly(objects, key);
  throw current === null ? uploadNotFound(upload.id) : wrongOffset(current.receivedBytes);
}

/** Deletes an object. The job `delete-expired-uploads` deletes objects that could not be deleted. */
const deleteQuietly = async (objects: UploadDeps['objects'], key: string): Promise<void> => {
  await objects.delete(key).catch(() => undefined);
};

function moreThanDeclared({ sizeBytes }: Upload): AppError {
  const message = `The upload has ${sizeBytes} bytes. Send only its remaining bytes.`;
  return new AppError('VAL_FIELD_TOO_LONG', message, {
    status: 413,
    fieldErrors: { 'upload-length': [message] },
    details: { field: 'upload-length', max_length: sizeBytes },
  });
}
