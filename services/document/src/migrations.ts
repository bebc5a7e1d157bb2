/** Folder with the migrations of the schema `document`. */
export const DOCUMENT_MIGRATIONS = new URL('../migrations/', import.meta.url);
