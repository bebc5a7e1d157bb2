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

export interface StoredFile {
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
  /** @throws RES_NOT_FOUND when it was deleted meanwhile */
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * The file as it was uploaded.
 * @throws RES_NOT_FOUND for an unknown document, and one whose file is not stored (yet)
 * @see SPEC.md "Documents" 2
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

const fileMissing = ({ id }: Document): AppError =>
  new AppError('RES_NOT_FOUND', `The file of the document ${id} is not stored.`, {
    details: { resource_type: 'document', resource_id: id },
  });
