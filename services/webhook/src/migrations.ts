/** Folder with the migrations of the schema `webhook`. */
export const WEBHOOK_MIGRATIONS = new URL('../migrations/', import.meta.url);
