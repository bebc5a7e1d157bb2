/** Retrievers of hybrid search. In the API, the keyword retriever is called `bm25`. */
export const RETRIEVERS = ['keyword', 'vector', 'graph'] as const;
export type Retriever = (typeof RETRIEVERS)[number];

/** Item ids of one retriever, best first. */
export type Ranking = readonly string[];
