/** The schema `document`. */
export const DOCUMENT_MIGRATIONS = new URL('../migrations/', import.meta.url);
