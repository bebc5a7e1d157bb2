/** Retrievers of hybrid search. In the API, the keyword retriever is called `bm25`. */
export const RETRIEVERS = ['keyword', 'vector', 'graph'] as const;
export type Retriever = (typeof RETRIEVERS)[number];

/** Positions of one retriever's items among the items of the search, best first. */
export type Ranking = ArrayLike<number>;
