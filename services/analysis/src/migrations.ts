/** Folder with the migrations of the schema `analysis`. */
export const ANALYSIS_MIGRATIONS = new URL('../migrations/', import.meta.url);
