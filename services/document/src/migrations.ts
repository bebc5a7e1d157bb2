/** Migrations of the database schema `document`. */
export const DOCUMENT_MIGRATIONS = new URL('../migrations/', import.meta.url);
