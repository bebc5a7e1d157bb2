/** The schema `memory`. */
export const MEMORY_MIGRATIONS = new URL('../migrations/', import.meta.url);
