import type { ProcessingStatus } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';

/** An uploaded file. Its bytes are an object of their own, its text is in its chunks. */
export interface Document {
  tenantId: string;
  id: string;
  userId: string;
  filename: string;
  contentType: string;
  /** 0 while the file arrives. */
  sizeBytes: number;
  /** Null while the file arrives. */
  contentSha256: Buffer | null;
  objectKey: string;
  /** The user's own. */
  metadata: Record<string, unknown>;
  processingStatus: ProcessingStatus;
  chunkCount: number;
  /** Chunks whose embedding is made, and those it cannot be made of. */
  embeddedCount: number;
  failedCount: number;
  createdAt: Date;
  updatedAt: Date;
}

/** 20 MB. @see SPEC.md "Documents" 1; DECISIONS.md "Documents" */
export const MAX_FILE_BYTES = 20_971_520;

export interface NewDocument {
  id: string;
  filename: string;
  contentType: string;
}

/** A document whose file is about to arrive. */
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
  /** 0 to 100. */
  percentComplete: number;
}

export function embeddingProgressOf({ chunkCount, embeddedCount, failedCount }: Document): EmbeddingProgress {
  return {
    total: chunkCount,
    completed: embeddedCount,
    pending: chunkCount - embeddedCount - failedCount,
    failed: failedCount,
    percentComplete: chunkCount === 0 ? 0 : Math.round((10_000 * embeddedCount) / chunkCount) / 100,
  };
}

/** 413 with what was sent, as far as it is known, and what is allowed. */
export function fileTooLarge(atLeastBytes: number): AppError {
  const message = `The file must be at most ${MAX_FILE_BYTES} bytes (20 MB).`;
  return new AppError('VAL_FIELD_TOO_LONG', message, {
    status: 413,
    fieldErrors: { file: [message] },
    details: { field: 'file', max_length: MAX_FILE_BYTES, actual_length: atLeastBytes },
  });
}
