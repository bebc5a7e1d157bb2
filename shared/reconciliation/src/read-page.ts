export interface WithId {
  /** UUID in lowercase. */
  id: string;
}

/** One page of a list in ascending order of ids. */
export interface IdPage {
  /** The page starts after this id. Null starts at the first id. */
  afterId: string | null;
  /** Maximum number of items, at least 1. */
  limit: number;
}

/** Returns a page in ascending order of ids. A page with fewer than `limit` items is the last page. */
export type ReadPage<Item extends WithId> = (page: IdPage) => Promise<readonly Item[]>;
