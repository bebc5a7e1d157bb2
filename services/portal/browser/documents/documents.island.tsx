import { NotFoundError } from '@loci/client';
import type { Document, UploadedDocument } from '@loci/client';
import { useState } from 'preact/hooks';
import { loci } from '../loci.ts';
import { mountIsland } from '../mount-island.ts';
import { texts } from '../texts.ts';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { usePolling } from '../use-polling.ts';
import { isProcessing, progressKey } from './document-status.tsx';
import { DocumentTable } from './document-table.tsx';
import { sendDocument } from './send-document.ts';

interface Props {
  documents: Document[];
  /** Number of documents on all pages. */
  total: number;
  /** Cursor of this page. Null for the first page, to which new documents are added. */
  cursor: string | null;
  canWrite: boolean;
}

/** The list of documents, with uploads, and with the status of documents that are being processed. */
function Documents({ documents: initial, total: initialTotal, cursor, canWrite }: Props) {
  const [documents, setDocuments] = useState(initial);
  const [total, setTotal] = useState(initialTotal);
  const uploads = useUploads(sendDocument, (stored) => {
    if (stored.metadata['duplicate_upload'] !== true) setTotal((current) => current + 1);
    if (cursor === null) setDocuments((current) => withDocument(current, stored));
  });
  const processing = documents.filter(isProcessing).map(({ id }) => id);
  usePolling(progressKey(documents), async (signal) => {
    const loaded = await Promise.all(processing.map((id) => loadDocument(id, signal)));
    setDocuments((current) => current.flatMap((each) => loaded[processing.indexOf(each.id)] ?? each));
  });
  const labels = texts.documents;
  return (
    <>
      {canWrite && (
        <UploadPanel uploads={uploads} kind={{ hint: labels.hint, reading: labels.reading, describe }} />
      )}
      <DocumentTable documents={documents} total={total} />
    </>
  );
}

const describe = ({ id, metadata, chunk_count: passages }: UploadedDocument) => ({
  href: `/documents/${id}`,
  text:
    metadata['duplicate_upload'] === true ? texts.documents.alreadyStored : texts.documents.stored(passages),
});

/** Loads a document. Returns an empty list if it was deleted. */
const loadDocument = (id: string, signal: AbortSignal): Promise<Document | []> =>
  loci.documents.get(id, {}, { signal }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return [];
    throw error;
  });

/** Adds a new document at the start, or replaces the document with its ID. */
const withDocument = (documents: readonly Document[], added: UploadedDocument): Document[] =>
  documents.some(({ id }) => id === added.id)
    ? documents.map((each) => (each.id === added.id ? added : each))
    : [added, ...documents];

mountIsland('documents', Documents);
