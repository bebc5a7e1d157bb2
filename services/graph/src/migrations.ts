/** Folder with the migrations of the schema `graph`. */
export const GRAPH_MIGRATIONS = new URL('../migrations/', import.meta.url);
