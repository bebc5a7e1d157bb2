import type { FilterableItem, IndexedRevision, RemovedItem } from '../items/indexed-item.ts';
import type { SearchFilter } from '../items/search-filter.ts';

/** The fields of an item that a vector index stores. */
export interface VectorItem extends FilterableItem {
  tenantId: string;
  /** Id of the item, a UUID. */
  id: string;
  revision: number;
  /** Vector with the dimension of the index and any length but 0. Null if the model has no vector for the content. */
  vector: Float32Array | null;
}

export interface VectorHit {
  id: string;
  /** The cosine similarity, or 0 if it is negative. Exact to four decimals. */
  score: number;
}

/**
 * Nearest-neighbor index of the vectors of items. One index has the vectors of one model. While items are re-embedded
 * with another model, a second index is filled in parallel.
 *
 * Tenants are isolated. Ids are UUIDs, accepted in any case and returned in lower case. Unknown ids are ignored, and a
 * tenant without items is empty. A write is durable and visible to all later reads when its promise resolves. Writes
 * are idempotent and can arrive in any order, because the index keeps the highest revision of an item.
 *
 * Every method throws SYS_SERVICE_UNAVAILABLE if the store does not respond or after `close`, and VAL_UUID_INVALID for
 * a tenant id that is not a UUID.
 */
export interface VectorIndex {
  readonly model: string;
  readonly dimension: number;

  /**
   * Stores items of one or more tenants. Skips an item if the stored revision or tombstone is the same or
   * newer. Stores only the revision of an item without a vector, so that no search finds the item. If the
   * store fails, some of the items may be stored, and the call can be repeated.
   *
   * @throws VAL_FIELD_INVALID if a vector has another dimension, length 0 or an element that is not finite;
   *   nothing is stored
   * @throws VAL_UUID_INVALID if an id is not a UUID; nothing is stored
   */
  upsert(items: readonly VectorItem[]): Promise<void>;

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

  /**
   * Returns the `limit` nearest items that pass the filter, best first. The result is approximate. On
   * average, the first ten hits contain at least 99 % of the ten nearest items.
   *
   * @throws VAL_FIELD_INVALID for a vector that `upsert` rejects
   */
  search(
    tenantId: string,
    query: { vector: Float32Array; filter?: SearchFilter; limit: number },
  ): Promise<VectorHit[]>;

  /**
   * Finds for each query the nearest items other than `id`. Used for batches of items that are about to be stored, so
   * `id` may be unknown. Approximate for tenants with more than 8,192 vectors: the first hit is the nearest item for about
   * nine of ten queries and otherwise another similar item.
   *
   * @param limit maximum number of hits per query, 1..8
   * @returns the hits of each query, best first, in the order of the queries
   * @throws VAL_FIELD_INVALID for a vector that `upsert` rejects
   */
  nearest(
    tenantId: string,
    queries: readonly { id: string; vector: Float32Array }[],
    limit: number,
  ): Promise<VectorHit[][]>;

  /** Scores the given items exactly, in the order of the ids. Items without a vector are left out. */
  score(tenantId: string, query: { vector: Float32Array; ids: readonly string[] }): Promise<VectorHit[]>;

  /**
   * Returns stored vectors by id, scaled to length 1 and exact to four decimals. Items without a vector are left out.
   */
  vectors(tenantId: string, ids: readonly string[]): Promise<Map<string, Float32Array>>;

  /**
   * Returns up to `limit` revisions, including tombstones, ordered by id. Starts after `afterId`, or with the
   * lowest id if `afterId` is null.
   */
  revisions(tenantId: string, page: { afterId: string | null; limit: number }): Promise<IndexedRevision[]>;

  /** Counts the items of a tenant, including those without a vector and excluding tombstones. */
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
  rebuild(fill: (shadow: Pick<VectorIndex, 'upsert' | 'remove'>) => Promise<void>): Promise<void>;

  /** Waits for pending calls and releases the resources. Idempotent. */
  close(): Promise<void>;
}
