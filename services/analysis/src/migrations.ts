/** The schema `analysis`. */
export const ANALYSIS_MIGRATIONS = new URL('../migrations/', import.meta.url);
