import { AppError } from '@loci/core';
import type { DocumentRepository } from '../documents/document.repository.ts';
import type { Document } from '../documents/document.ts';
import { purgeDocument } from '../documents/purge-document.ts';
import type { PurgeDocumentDeps } from '../documents/purge-document.ts';

export interface PendingUploadDeps extends PurgeDocumentDeps {
  documents: Pick<DocumentRepository, 'insertPending' | 'renewPending' | 'softDeletePending' | 'purge'>;
  now(): Date;
}

/** A document that others see while its upload runs, and that vanishes by itself when the process dies. */
export interface PendingUpload {
  /** As it is now. */
  readonly document: Document;
  /** Shows what is known by now. @throws RES_NOT_FOUND when it was deleted meanwhile */
  update(change: Partial<Document>): Promise<void>;
  /** Ends the announcement; unless the document was stored, row and object go. Never throws. */
  end(): Promise<void>;
}

/** A document whose process died is seen at most so much longer. */
const VISIBLE_MS = 5_000;
const RENEW_EVERY_MS = 1_500;

/** Begins at once; the first `update` waits for it. */
export function startPendingUpload(deps: PendingUploadDeps, announced: Document): PendingUpload {
  let document = announced;
  const visibleUntil = (): Date => new Date(deps.now().getTime() + VISIBLE_MS);
  const keepVisible = (): Promise<boolean> =>
    deps.inTransaction(document.tenantId, (tx) => deps.documents.renewPending(tx, document, visibleUntil()));

  const announcing = deps.inTransaction(document.tenantId, (tx) =>
    deps.documents.insertPending(tx, document, visibleUntil()),
  );
  announcing.catch(() => undefined);
  // A renewal that fails is made good by the next; when none succeeds, storing the document fails.
  const renewal = setInterval(() => void keepVisible().catch(() => undefined), RENEW_EVERY_MS);

  return {
    get document() {
      return document;
    },
    update: async (change) => {
      await announcing;
      document = { ...document, ...change };
      if (!(await keepVisible())) throw deletedDuringUpload(document);
    },
    end: async () => {
      clearInterval(renewal);
      await announcing.catch(() => undefined);
      const withdrawn = await deps
        .inTransaction(document.tenantId, (tx) => deps.documents.softDeletePending(tx, document))
        .catch(() => false);
      if (withdrawn) await purgeDocument(deps, document);
    },
  };
}

export const deletedDuringUpload = ({ id }: Document): AppError =>
  new AppError('RES_NOT_FOUND', 'The document was deleted while it was uploaded.', {
    details: { resource_type: 'document', resource_id: id },
  });
