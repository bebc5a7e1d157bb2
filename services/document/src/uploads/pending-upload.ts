import { AppError, alreadyExists } from '@loci/core';
import { isUniqueViolation } from '@loci/postgres';
import type { DocumentRepository } from '../documents/document.repository.ts';
import type { Document } from '../documents/document.ts';
import { purgeDocument } from '../documents/purge-document.ts';
import type { PurgeDocumentDeps } from '../documents/purge-document.ts';

export interface PendingUploadDeps extends PurgeDocumentDeps {
  documents: Pick<DocumentRepository, 'insertPending' | 'renewPending' | 'softDeletePending' | 'purge'>;
  now(): Date;
}

/**
 * Pending document of a running upload. It is visible to other requests until it is stored or the upload
 * ends. Its expiry is renewed periodically, so that the document disappears soon after a crash of the
 * process.
 */
export interface PendingUpload {
  /** Current state of the document. */
  readonly document: Document;
  /** Updates the document. @throws RES_NOT_FOUND if it has been deleted; RES_ALREADY_EXISTS if its ID is in use */
  update(change: Partial<Document>): Promise<void>;
  /** Stops renewing the document's expiry. If the document was not stored, deletes its row and object. Never throws. */
  end(): Promise<void>;
}

/** Maximum time for which the document of a crashed process stays visible. */
const VISIBLE_MS = 5_000;
const RENEWAL_INTERVAL_MS = 1_500;

/** Primary key of the table `documents`. */
const DOCUMENT_KEY = 'documents_pkey';

/** Starts inserting a pending document. The first `update` waits for the insert and throws its error. */
export function startPendingUpload(deps: PendingUploadDeps, initial: Document): PendingUpload {
  let document = initial;
  const visibleUntil = (): Date => new Date(deps.now().getTime() + VISIBLE_MS);
  const renew = (): Promise<boolean> =>
    deps.inTransaction(document.tenantId, (tx) => deps.documents.renewPending(tx, document, visibleUntil()));

  const inserting = deps.inTransaction(document.tenantId, (tx) =>
    deps.documents.insertPending(tx, document, visibleUntil()),
  );
  inserting.catch(() => undefined);
  const isForeignId = inserting.then(
    () => false,
    (error: unknown) => isUniqueViolation(error, DOCUMENT_KEY),
  );
  // If one renewal fails, the next one extends the expiry. If all fail, storing the document fails as well.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWAL_INTERVAL_MS);

  return {
    get document() {
      return document;
    },
    update: async (change) => {
      if (await isForeignId) throw alreadyExists('document', document.id);
      await inserting;
      document = { ...document, ...change };
      if (!(await renew())) throw deletedDuringUpload(document);
    },
    end: async () => {
      clearInterval(timer);
      // The row and the object belong to another document.
      if (await isForeignId) return;
      const isDeleted = await deps
        .inTransaction(document.tenantId, (tx) => deps.documents.softDeletePending(tx, document))
        .catch(() => false);
      if (isDeleted) await purgeDocument(deps, document);
    },
  };
}

/** Creates the error for a document that was deleted while it was being uploaded. */
export const deletedDuringUpload = ({ id }: Document): AppError =>
  new AppError('RES_NOT_FOUND', 'The document was deleted during its upload.', {
    details: { resource_type: 'document', resource_id: id },
  });
