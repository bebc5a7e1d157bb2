/** The ways in which hybrid search finds items. The API calls the keyword retriever `bm25`. */
export const RETRIEVERS = ['keyword', 'vector', 'graph'] as const;
export type Retriever = (typeof RETRIEVERS)[number];

/** Item ids of one retriever, best first. */
export type Ranking = readonly string[];
