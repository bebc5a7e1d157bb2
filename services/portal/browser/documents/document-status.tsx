import type { Document } from '@loci/client';
import { texts } from '../texts.ts';

/** Fields of a document that its status is computed from. */
export type StatusFields = Pick<Document, 'id' | 'processing_status' | 'embedding_progress'>;

/** True if the status of a document still changes without an action of a user. */
export const isProcessing = ({ processing_status: status }: StatusFields): boolean =>
  status !== 'completed' && status !== 'failed';

/** The processing status of a document in words. */
export function DocumentStatus({ document }: { document: StatusFields }) {
  const { processing_status: status, embedding_progress: progress } = document;
  const label =
    status === 'active' && progress !== undefined
      ? texts.documents.indexed(Math.floor(progress.percent_complete))
      : texts.documents.statuses[status];
  return <span class={`status ${status}`}>{label}</span>;
}
