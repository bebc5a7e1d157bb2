import type { ItemsResponse, TermPart } from '@loci/contracts';
import type { IndexedItem, IndexedRevision, RemovedItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';

/** Highest number of words of an item. Longer items have this number. */
export const MAX_WORD_COUNT = 0xffff;

/** Score of an item for a query, with the fields of the item that ranking needs. */
export interface KeywordHit {
  id: string;
  /** BM25 score, 0 without a match. Scores are comparable only within one query of one tenant. */
  score: number;
  /** Importance of the item, 0..1. Null for document chunks. */
  importance: number | null;
  /** Creation time in milliseconds since the epoch. */
  createdAtMs: number;
  /**
   * Number of indexed terms, repetitions included, 1 to {@link MAX_WORD_COUNT}. In English, these are the words. Null if it is
   * unknown.
   */
  words: number | null;
  /** Sum of the traits of the item for the query, see `TRAITS` of the contracts. Null if they are unknown. */
  traits: number | null;
  /** Whether the item belongs to a conversation. */
  inConversation: boolean;
}

/** Consecutive chunks of one document, from index `first` to index `last`, both inclusive. */
export interface ChunkRange {
  documentId: string;
  first: number;
  last: number;
}

/** The part of an item's content that a result shows. @see docs/reference/search.md#snippets-and-highlights */
export interface Snippet {
  /** Plain text of about 200 characters around the first match, with `…` where it is cut. */
  text: string;
  /** The same text as HTML with `<mark>` around each match, or null if no term of the query matches. */
  highlight: string | null;
  /** Share of the distinct words of the query that the whole content contains, 0..1. 0 for a query without terms. */
  coverage: number;
}

export interface SharedTermsQuery {
  /** Items that distribute their weights, which are above 0, over their rare terms. */
  seeds: readonly { id: string; weight: number }[];
  /** Items to score. */
  ids: readonly string[];
}

export interface SecondHopQuery {
  /** Query of the search. */
  query: string;
  /** Best item of the search. */
  bestId: string;
  /** Items that can be found, in the order that those with equal scores keep. */
  ids: readonly string[];
}

export interface ResultsQuery {
  /** Those that have not expired at the time of `filter.visibility` are returned, whatever their period is. */
  ids: readonly string[];
  /**
   * Further items of which only the properties that a knowledge cloud shows are returned. Those that pass
   * `filter.visibility` are returned.
   */
  cloudIds: readonly string[];
  /** Items that graph expansion reached. Those that pass `filter` are returned. */
  reachedIds: readonly string[];
  filter: SearchFilter;
  query: string | null;
  /** Number of chunks before and after each chunk in its context, 0..20. */
  neighborCount: number;
}

/**
 * Full-text index of the content of items. Also stores the items, so that search results need no call to the
 * memory or document service.
 *
 * Queries are plain text without operators. An item matches if it contains any word of the query; more and
 * rarer words give a higher score. Case, English inflection and diacritics are ignored. Stop words count only
 * in queries that have no other words. Chinese, Japanese and other scripts without spaces match by character
 * bigrams.
 *
 * Tenants are isolated. Ids are UUIDs, accepted in any case and returned in lower case. Unknown ids are
 * ignored, and a tenant without items is empty. A write is durable and visible to all later reads when its
 * promise resolves. Writes are idempotent and can arrive in any order, because the index keeps the highest
 * revision of an item.
 *
 * Every method throws SYS_SERVICE_UNAVAILABLE if the store does not respond or after `close`, and
 * VAL_UUID_INVALID for a tenant id that is not a UUID.
 */
export interface KeywordIndex {
  /**
   * Stores items of one or more tenants. Skips an item if the stored revision or tombstone is the same or
   * newer. If the call throws, some of the items may be stored, and the call can be repeated.
   *
   * @throws VAL_UUID_INVALID if an id is not a UUID; nothing is stored
   * @throws SYS_INTERNAL_ERROR if the store rejects items permanently; `details.ids` has their ids, the
   *   others are stored
   */
  upsert(items: readonly IndexedItem[]): Promise<void>;

  /**
   * Deletes items and stores a tombstone for each, also for unknown items. Skips items with a newer stored
   * revision.
   */
  remove(tenantId: string, entries: readonly RemovedItem[]): Promise<void>;

  /**
   * Deletes the tombstones of the given items. Keeps items and tombstones with a newer revision. Afterwards,
   * the index accepts every revision of the items.
   */
  deleteTombstones(tenantId: string, entries: readonly RemovedItem[]): Promise<void>;

  /** Returns the `limit` best items that pass the filter, best first. A query without words has no hits. */
  search(
    tenantId: string,
    query: { query: string; filter?: SearchFilter; limit: number },
  ): Promise<KeywordHit[]>;

  /**
   * Scores the given items like `search`, with 0 for items that do not match. Items that do not pass the filter are
   * left out. Keeps the order of the ids.
   */
  score(
    tenantId: string,
    query: { query: string; ids: readonly string[]; filter?: SearchFilter },
  ): Promise<KeywordHit[]>;

  /** Returns the given items that pass the filter, in the order of the ids. */
  fetch(tenantId: string, query: { ids: readonly string[]; filter?: SearchFilter }): Promise<IndexedItem[]>;

  /** Returns the chunks in any of the ranges, without duplicates, ordered by document id and chunk index. */
  chunks(tenantId: string, ranges: readonly ChunkRange[]): Promise<IndexedItem[]>;

  /** Builds the snippets of the given items for a query, by item id. */
  highlight(
    tenantId: string,
    query: { query: string; ids: readonly string[] },
  ): Promise<Map<string, Snippet>>;

  /**
   * Returns the matched terms of the given items that match the query, by item id. The weights of the terms of an item
   * add up to its score, except for rounding and writes between the calls.
   */
  explain(
    tenantId: string,
    query: { query: string; ids: readonly string[] },
  ): Promise<Map<string, TermPart[]>>;

  /**
   * Returns the inverse document frequency of each distinct term of a query among the items of a tenant. The result can
   * be empty if the tenant has no items.
   */
  idfs(tenantId: string, query: string): Promise<Map<string, number>>;

  /**
   * Scores items for the rare terms that they share with the seeds.
   *
   * @returns the scores of the items with such a term, by item id. They are comparable only within one call.
   * @see docs/reference/search.md#shared-terms
   */
  scoreSharedTerms(tenantId: string, query: SharedTermsQuery): Promise<Map<string, number>>;

  /**
   * Follows the rare entities that the best item of a search names to other items that name them, and finds those with a word
   * of the query that the best item lacks.
   *
   * @returns the found ones of the given ids, best first. Empty if the best item is unknown, names no rare entity, or contains
   *   all words of the query.
   * @see docs/reference/search.md#second-hop
   */
  secondHop(tenantId: string, query: SecondHopQuery): Promise<string[]>;

  /**
   * Loads the result fields of items in one operation. The result equals that of `fetch`, `highlight` and
   * `chunks` together. Highlights are null without a query, or if highlighting fails. If chunks cannot be
   * read, the context of a chunk is its content.
   */
  results(tenantId: string, query: ResultsQuery): Promise<ItemsResponse>;

  /**
   * Returns up to `limit` revisions, including tombstones, ordered by id. Starts after `afterId`, or with the
   * lowest id if `afterId` is null.
   */
  revisions(tenantId: string, page: { afterId: string | null; limit: number }): Promise<IndexedRevision[]>;

  /** Counts the items of a tenant, without tombstones. */
  count(tenantId: string): Promise<number>;

  /** Deletes all items and tombstones of a tenant. Idempotent. */
  dropTenant(tenantId: string): Promise<void>;

  /** Returns the ids of all tenants with items or tombstones, in ascending order. */
  listTenants(): Promise<string[]>;

  /**
   * Rebuilds the index while it serves. `fill` writes all items to a shadow index. Meanwhile every process
   * also applies its writes to the shadow index. Then the shadow index replaces the old one atomically, and
   * the old one is deleted. If `fill` throws, the error is rethrown and the index is unchanged. A rebuild
   * also deletes the shadow index of a crashed rebuild.
   *
   * @param fill must not read its items before it is called. The order of its writes does not matter.
   * @throws RES_ALREADY_EXISTS if another process is rebuilding, or a later rebuild has replaced the index
   */
  rebuild(fill: (shadow: Pick<KeywordIndex, 'upsert' | 'remove'>) => Promise<void>): Promise<void>;

  /** Waits for pending calls and releases the resources. Idempotent. */
  close(): Promise<void>;
}
