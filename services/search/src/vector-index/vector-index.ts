import type { FilterableItem, IndexedRevision, RemovedItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';

/** An item with its place in the vector space. An `IndexedItem` with a `vector` is one. */
export interface VectorItem extends FilterableItem {
  tenantId: string;
  /** UUID. */
  id: string;
  revision: number;
  /** Of the index's dimension and any length but 0; null for a text in which the model knows nothing. */
  vector: Float32Array | null;
}

export interface VectorHit {
  id: string;
  /** max(0, cosine): 0..1, right to four decimals. */
  score: number;
}

/**
 * Finds items by the nearness of their vectors. One index holds one model's vectors, so a search never
 * mixes models; while a tenant is embedded anew, a second index fills up beside the first.
 *
 * All tenants are apart. Ids are UUIDs and come back in lower case; unknown ids are left out, a tenant
 * nothing was written for is empty. A write that has resolved survives the process and is seen by every
 * later read. Writes are idempotent and may arrive in any order: each item's revision decides.
 *
 * Every method throws SYS_SERVICE_UNAVAILABLE when the store does not answer and after `close`,
 * and VAL_UUID_INVALID for a tenant id that is not a UUID.
 */
export interface VectorIndex {
  readonly model: string;
  readonly dimension: number;

  /**
   * Stores items of any tenants. One that is refused keeps all out; when the store fails, some may be stored, and the
   * same call again stores the rest. An item whose stored revision or tombstone is as new or newer is skipped. One
   * without a vector is known by its revision and never found.
   *
   * @throws VAL_FIELD_INVALID for a vector of another dimension, of length 0 or with a number that is none
   * @throws VAL_UUID_INVALID for an id that is not a UUID
   */
  upsert(items: readonly VectorItem[]): Promise<void>;

  /** Removes items and keeps a tombstone for each, known or not. A newer stored revision wins; an equal one is removed. */
  remove(tenantId: string, entries: readonly RemovedItem[]): Promise<void>;

  /**
   * The `limit` nearest items that pass the filter, best first. At least 99 % of the ten true nearest are
   * among ten hits.
   *
   * @throws VAL_FIELD_INVALID for a vector as in `upsert`
   */
  search(
    tenantId: string,
    query: { vector: Float32Array; filter?: SearchFilter; limit: number },
  ): Promise<VectorHit[]>;

  /**
   * For each query the nearest item of the tenant other than `id`, in the order of the queries; null where there is
   * none. `id` need not be known. For what is about to be stored: one call for all of a batch.
   *
   * @throws VAL_FIELD_INVALID for a vector as in `upsert`
   */
  nearest(
    tenantId: string,
    queries: readonly { id: string; vector: Float32Array }[],
  ): Promise<(VectorHit | null)[]>;

  /** The scores of these items, in the order of the ids, whatever their rank. */
  score(tenantId: string, query: { vector: Float32Array; ids: readonly string[] }): Promise<VectorHit[]>;

  /** The stored vectors, of length 1 and right to four decimals, by id. Items without one are left out. */
  vectors(tenantId: string, ids: readonly string[]): Promise<Map<string, Float32Array>>;

  /** A page of the inventory in id order, tombstones included, from the first id above `afterId` (null: the start). */
  revisions(tenantId: string, page: { afterId: string | null; limit: number }): Promise<IndexedRevision[]>;

  /** Items held, those without a vector included, tombstones not. */
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
  rebuild(fill: (fresh: Pick<VectorIndex, 'upsert' | 'remove'>) => Promise<void>): Promise<void>;

  /** Waits for the calls under way. Closing twice is closing once. */
  close(): Promise<void>;
}
