/** The two sets of search indexes: current memories and chunks, and the archive of superseded versions. */
export const COLLECTIONS = ['items', 'superseded'] as const;

export type Collection = (typeof COLLECTIONS)[number];
