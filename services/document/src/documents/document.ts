import type { ProcessingStatus } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';

/** Uploaded file. The object store holds its bytes, and its chunks hold its text. */
export interface Document {
  tenantId: string;
  id: string;
  userId: string;
  filename: string;
  contentType: string;
  /** Size of the file in bytes. 0 until the file has been received. */
  sizeBytes: number;
  /** SHA-256 of the file. Null until the file has been received. */
  contentSha256: Buffer | null;
  objectKey: string;
  /** Metadata that the user sent with the upload. */
  metadata: Record<string, unknown>;
  /** Title that the file states. Null if it states none, and until the file has been parsed. */
  title: string | null;
  /** Names of the authors that the file states. */
  authors: string[];
  processingStatus: ProcessingStatus;
  chunkCount: number;
  /** Number of chunks with an embedding. */
  embeddedCount: number;
  /** Number of chunks whose embedding failed. */
  failedCount: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Maximum size of an uploaded file in bytes (20 MB). @see docs/reference/limits.md#documents */
export const MAX_FILE_BYTES = 20_971_520;

export interface NewDocument {
  id: string;
  filename: string;
  contentType: string;
}

/** Returns the key that serializes uploads and reprocessing of the same content by one tenant. */
export const uploadKey = (tenantId: string, sha256: Buffer): string =>
  `${tenantId}:${sha256.toString('hex')}`;

/** Creates a document whose file has not been received yet. */
export function createPendingDocument(
  { tenantId, userId }: Caller,
  { id, filename, contentType }: NewDocument,
  now: Date,
): Document {
  return {
    tenantId,
    id,
    userId,
    filename,
    contentType,
    sizeBytes: 0,
    contentSha256: null,
    objectKey: `${tenantId}/document/${id}`,
    metadata: {},
    title: null,
    authors: [],
    processingStatus: 'uploading',
    chunkCount: 0,
    embeddedCount: 0,
    failedCount: 0,
    createdAt: now,
    updatedAt: now,
  };
}

export interface EmbeddingProgress {
  total: number;
  completed: number;
  pending: number;
  failed: number;
  /** Percentage of chunks with an embedding, 0 to 100, rounded to two decimal places. */
  percentComplete: number;
}

/** Computes the embedding progress of a document from its counts. */
export function embeddingProgressOf({ chunkCount, embeddedCount, failedCount }: Document): EmbeddingProgress {
  return {
    total: chunkCount,
    completed: embeddedCount,
    pending: chunkCount - embeddedCount - failedCount,
    failed: failedCount,
    percentComplete: chunkCount === 0 ? 0 : Math.round((10_000 * embeddedCount) / chunkCount) / 100,
  };
}

/**
 * Creates the error for a file that is too large (413).
 *
 * @param receivedBytes bytes received so far, which may be less than the size of the file
 */
export function fileTooLarge(receivedBytes: number): AppError {
  const message = `The file must be at most ${MAX_FILE_BYTES} bytes (20 MB).`;
  return new AppError('VAL_FIELD_TOO_LONG', message, {
    status: 413,
    fieldErrors: { file: [message] },
    details: { field: 'file', max_length: MAX_FILE_BYTES, actual_length: receivedBytes },
  });
}
