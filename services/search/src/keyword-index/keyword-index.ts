import type { IndexedItem, IndexedRevision, RemovedItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';

/** An item and what ranking needs of it. */
export interface KeywordHit {
  id: string;
  /** BM25: above 0 for a hit, higher is better. Comparable within one query of one tenant only. */
  score: number;
  /** 0..1 */
  importance: number | null;
  /** Milliseconds since the epoch. */
  createdAtMs: number;
  /** Whether it has a conversation, and so may have neighbours. */
  inConversation: boolean;
}

/** Chunks of one document, from `first` to `last`, both included. */
export interface ChunkRange {
  documentId: string;
  first: number;
  last: number;
}

/** Where a text answers a query. */
export interface Snippet {
  /**
   * HTML: the snippet with each hit in `<mark>` and all else escaped. Null when no term of the
   * query is in the text.
   */
  highlight: string | null;
  /** Plain text of about 200 characters around the first hit, or from the start; `…` where it was cut. */
  text: string;
}

/**
 * Finds items by the words of their content, and keeps the items themselves, so that a result can be shown
 * without asking anybody.
 *
 * A query is plain text: its operators mean nothing. Any of its words may match (the more and the rarer the
 * better), in any case and English inflection, with or without diacritics; stop words count only where there is nothing
 * else. Chinese, Japanese and other unspaced scripts match by pairs of characters.
 *
 * All tenants are apart. Ids are UUIDs and come back in lower case; unknown ids are left out, a tenant
 * nothing was written for is empty. A write that has resolved survives the process and is seen by every
 * later read. Writes are idempotent and may arrive in any order: each item's revision decides.
 *
 * Every method throws SYS_SERVICE_UNAVAILABLE when the store does not answer and after `close`,
 * and VAL_UUID_INVALID for a tenant id that is not a UUID.
 */
export interface KeywordIndex {
  /**
   * Stores items of any tenants. An item whose stored revision or tombstone is as new or newer is skipped. When it
   * throws, any of them may be stored; repeating it is safe.
   *
   * @throws VAL_UUID_INVALID for an id that is not a UUID; nothing is stored
   * @throws SYS_INTERNAL_ERROR for items that the store can do nothing with, their ids in `details.ids`; the others
   *   are stored
   */
  upsert(items: readonly IndexedItem[]): Promise<void>;

  /** Removes items and keeps a tombstone for each, known or not. A newer stored revision wins; an equal one is removed. */
  remove(tenantId: string, entries: readonly RemovedItem[]): Promise<void>;

  /** The `limit` best items that pass the filter, best first. A query without words finds nothing. */
  search(
    tenantId: string,
    query: { query: string; filter?: SearchFilter; limit: number },
  ): Promise<KeywordHit[]>;

  /** Those of these items that pass the filter, in the order of the ids, scored as in `search`; 0 without a hit. */
  score(
    tenantId: string,
    query: { query: string; ids: readonly string[]; filter?: SearchFilter },
  ): Promise<KeywordHit[]>;

  /** The stored items that pass the filter, in the order of the ids. */
  fetch(tenantId: string, query: { ids: readonly string[]; filter?: SearchFilter }): Promise<IndexedItem[]>;

  /** The chunks in any of the ranges, each once, by document and place; for what surrounds a hit. */
  chunks(tenantId: string, ranges: readonly ChunkRange[]): Promise<IndexedItem[]>;

  /** What to show of these items for this query, by id. */
  highlight(
    tenantId: string,
    query: { query: string; ids: readonly string[] },
  ): Promise<Map<string, Snippet>>;

  /** A page of the inventory in id order, tombstones included, from the first id above `afterId` (null: the start). */
  revisions(tenantId: string, page: { afterId: string | null; limit: number }): Promise<IndexedRevision[]>;

  /** Items held, tombstones not. */
  count(tenantId: string): Promise<number>;

  /** Forgets the tenant, tombstones included. */
  dropTenant(tenantId: string): Promise<void>;

  /** Tenants that something was written for, in order. */
  listTenants(): Promise<string[]>;

  /**
   * Makes the index anew while it serves: `fill` writes all that the owners hold to a new one, to which every process
   * writes as well meanwhile; then it takes over at once and the old one is deleted. When `fill` throws, so does this,
   * and nothing has changed. What a rebuild that died has left is removed by the next one.
   *
   * @param fill what it reads must be no older than its start; its writes may come in any order
   * @throws RES_ALREADY_EXISTS while another rebuild goes on, in any process, or when a later one has taken over
   */
  rebuild(fill: (fresh: Pick<KeywordIndex, 'upsert' | 'remove'>) => Promise<void>): Promise<void>;

  /** Waits for the calls under way. Closing twice is closing once. */
  close(): Promise<void>;
}
