/** Folder with the migrations of the database schema `search`. */
export const SEARCH_MIGRATIONS = new URL('../migrations/', import.meta.url);
