/** @see SPEC.md "Document and chunk"; DECISIONS.md "Documents" */
export const PROCESSING_STATUSES = ['uploading', 'processing', 'active', 'completed', 'failed'] as const;
export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];
