/** Folder with the migrations of the schema `portal`. */
export const PORTAL_MIGRATIONS = new URL('../migrations/', import.meta.url);
