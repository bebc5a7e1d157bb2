import type { IdPage } from '@loci/reconciliation';
import type { IndexChange } from './index-change.ts';

/** Revision of one memory or chunk in its owner service. Reconciliation compares it with the indexes. */
export interface OwnedRevision {
  id: string;
  revision: number;
  /** False if searches must not find the item, for example a protected memory. */
  searchable: boolean;
}

/**
 * The owner service of all items of one kind: the memory service or the document service. Its records are the
 * source of truth for the indexes.
 */
export interface ItemOwner {
  kind: 'memory' | 'chunk';
  /**
   * Returns up to `limit` ids of tenants with items, in ascending order. Starts after the id `after`, or at
   * the first tenant if `after` is null.
   */
  tenants(after: string | null, limit: number): Promise<string[]>;
  /** Returns a page of the revisions of a tenant's items, in ascending order of ids. */
  revisions(tenantId: string, page: IdPage): Promise<OwnedRevision[]>;
  /** Returns index changes with the current state of the given items. Deleted items are left out. */
  changes(tenantId: string, ids: readonly string[]): Promise<IndexChange[]>;
}
