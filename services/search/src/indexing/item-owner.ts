import type { IdPage } from '@loci/reconciliation';
import type { IndexChange } from './index-change.ts';

/** An owner's record, as far as it is compared with the indexes. */
export interface OwnedRevision {
  id: string;
  revision: number;
  /** False for records that searches must not find, such as protected memories. */
  searchable: boolean;
}

/** The service that owns all items of one kind. Its records are the source of truth for the indexes. */
export interface ItemOwner {
  kind: 'memory' | 'chunk';
  /** Returns up to `limit` ids of tenants with records in ascending order, after `after` (null starts at the first). */
  tenants(after: string | null, limit: number): Promise<string[]>;
  /** Returns a page of a tenant's records in ascending order of ids. */
  revisions(tenantId: string, page: IdPage): Promise<OwnedRevision[]>;
  /** Returns the current state of these records. Deleted records are left out. */
  changes(tenantId: string, ids: readonly string[]): Promise<IndexChange[]>;
}
