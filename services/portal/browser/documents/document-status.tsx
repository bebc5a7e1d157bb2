import type { Document } from '@loci/client';
import { texts } from '../texts.ts';

/** Fields of a document that its status is computed from. */
export type StatusFields = Pick<Document, 'id' | 'processing_status' | 'embedding_progress'>;

/** True if the status of a document still changes without an action of a user. */
export const isProcessing = ({ processing_status: status }: StatusFields): boolean =>
  status !== 'completed' && status !== 'failed';

/** Identifies how far documents are processed, for polling. A change resets the delay until the next request. */
export const progressKey = (documents: readonly StatusFields[]): string =>
  documents
    .filter(isProcessing)
    .map(({ id, processing_status: status, embedding_progress: progress }) =>
      [id, status, progress?.percent_complete].join(),
    )
    .join(' ');

/** The processing status of a document in words. */
export function DocumentStatus({ document }: { document: StatusFields }) {
  const { processing_status: status, embedding_progress: progress } = document;
  const percent = Math.floor(progress?.percent_complete ?? 0);
  const label =
    status === 'active' && percent > 0 ? texts.documents.indexed(percent) : texts.documents.statuses[status];
  return <span class={`status ${status}`}>{label}</span>;
}
