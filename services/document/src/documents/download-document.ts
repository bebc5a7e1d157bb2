import type { Caller } from '@loci/core';
import { AppError, notFound } from '@loci/core';
import type { ByteRange, ObjectStore } from '@loci/object-store';
import type { InTransaction } from '@loci/postgres';
import type { Readable } from 'node:stream';
import type { DocumentRepository } from './document.repository.ts';
import type { Document } from './document.ts';

export interface DownloadDocumentDeps {
  inTransaction: InTransaction;
  documents: Pick<DocumentRepository, 'find'>;
  objects: Pick<ObjectStore, 'get'>;
  now(): Date;
}

/** Stored file. Its content is read only after `open` is called. */
export interface StoredFile {
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** SHA-256 of the content in hexadecimal. */
  sha256: string;
  /** Opens the content or a part of it. @throws RES_NOT_FOUND if the file has been deleted */
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Returns the uploaded file of a document, unchanged.
 *
 * @throws RES_NOT_FOUND if the document does not exist or its file has not been received yet
 * @see docs/reference/documents.md#download-a-document
 */
export async function downloadDocument(
  { inTransaction, documents, objects, now }: DownloadDocumentDeps,
  { tenantId }: Caller,
  id: string,
): Promise<StoredFile> {
  const document = await inTransaction(tenantId, (tx) => documents.find(tx, tenantId, id, now()));
  if (!document) throw notFound('document', id);
  if (document.contentSha256 === null) throw fileMissing(document);
  return {
    filename: document.filename,
    contentType: document.contentType,
    sizeBytes: document.sizeBytes,
    sha256: document.contentSha256.toString('hex'),
    open: async (range) => {
      const found = await objects.get(document.objectKey, range);
      if (!found) throw fileMissing(document);
      return found.body;
    },
  };
}

/** Creates the error for a document whose file is not stored. */
export const fileMissing = ({ id }: Document): AppError =>
  new AppError(
    'RES_NOT_FOUND',
    `The document ${id} has no stored file. If its upload is in progress, retry later.`,
    {
      details: { resource_type: 'document', resource_id: id },
    },
  );
