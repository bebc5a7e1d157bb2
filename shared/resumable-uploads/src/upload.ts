import { AppError, notFound } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import type { Database } from '@loci/postgres';

/** Bytes of one stored part. The last part of an upload is smaller. The migrations contain the same number. */
export const PART_BYTES = 1_048_576;

/** Time after the last received byte at which an unfinished upload expires. Also the time for which a result is kept. */
export const UPLOAD_LIFETIME_MS = 86_400_000;

/** What the uploads of a service become, and their limits. */
export interface UploadKind {
  /** Path of the operation that creates uploads, for example `/api/v2/documents/uploads`. */
  path: string;
  resource: 'document' | 'artifact';
  /** Maximum size of one file in bytes. */
  maxBytes: number;
  /** Maximum number of unfinished uploads of a tenant. */
  maxUnfinished: number;
  /** Maximum total size of the unfinished uploads of a tenant in bytes. Counts the declared sizes. */
  maxUnfinishedBytes: number;
}

/** File that a user is sending, or has sent, in several requests. */
export interface Upload {
  tenantId: string;
  id: string;
  userId: string;
  /** Declared size of the file in bytes. */
  sizeBytes: number;
  receivedBytes: number;
  /** IDs of the stored parts in the order of the file. */
  partIds: readonly string[];
  /** Validated properties of the object that is created from the file, such as its name. */
  target: Readonly<Record<string, unknown>>;
  /** ID of the object that was created from the file. Null if there is none yet. */
  resultId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface UploadDeps {
  kind: UploadKind;
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  objects: Pick<ObjectStore, 'put' | 'get' | 'delete' | 'list'>;
  newId(): string;
  now(): Date;
}

/** Returns the prefix of the keys of the objects with received bytes: of a tenant, or of one upload. */
export const uploadPrefix = (
  { resource }: Pick<UploadKind, 'resource'>,
  tenantId: string,
  uploadId?: string,
): string => `${tenantId}/${resource}-upload/${uploadId === undefined ? '' : `${uploadId}/`}`;

/** Returns the key of the object with a part of an upload. */
export const partKey = (kind: UploadKind, { tenantId, id }: Upload, partId: string): string =>
  `${uploadPrefix(kind, tenantId, id)}${partId}`;

/** Creates the 404 error for an upload that is unknown, expired, canceled, or of another user or tenant. */
export const uploadNotFound = (uploadId: string): AppError => notFound('upload', uploadId);

/** Creates the 409 error for bytes that do not continue the received bytes. */
export function wrongOffset(receivedBytes: number): AppError {
  const message = `The upload continues at byte ${receivedBytes}.`;
  return new AppError('VAL_FIELD_INVALID', message, {
    status: 409,
    fieldErrors: { 'upload-offset': [message] },
    details: { field: 'upload-offset', received_bytes: receivedBytes },
  });
}

/** Creates the 413 error for a file over the limit. */
export function uploadTooLarge({ maxBytes }: UploadKind, sizeBytes: number): AppError {
  const message = `The file must be at most ${maxBytes} bytes.`;
  return new AppError('VAL_FIELD_TOO_LONG', message, {
    status: 413,
    fieldErrors: { 'upload-length': [message] },
    details: { field: 'upload-length', max_length: maxBytes, actual_length: sizeBytes },
  });
}
