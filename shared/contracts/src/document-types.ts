/** Processing statuses of a document. @see docs/reference/documents.md#processing-status */
export const PROCESSING_STATUSES = ['uploading', 'processing', 'active', 'completed', 'failed'] as const;
export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];
