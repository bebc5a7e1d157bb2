/** Folder with the migrations of the schema `memory`. */
export const MEMORY_MIGRATIONS = new URL('../migrations/', import.meta.url);
