/** Migrations of the database schema `artifact`. */
export const ARTIFACT_MIGRATIONS = new URL('../migrations/', import.meta.url);
