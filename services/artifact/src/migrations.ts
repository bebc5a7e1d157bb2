/** Folder with the migrations of the schema `artifact`. */
export const ARTIFACT_MIGRATIONS = new URL('../migrations/', import.meta.url);
