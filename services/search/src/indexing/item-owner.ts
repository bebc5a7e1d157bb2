import type { IndexChange } from './index-change.ts';

/** What an owner says of one of its records, for comparing. */
export interface OwnedRevision {
  id: string;
  revision: number;
  /** False for what exists but must not be found. */
  searchable: boolean;
}

/** The service whose records are the truth about a kind of items. */
export interface ItemOwner {
  kind: 'memory' | 'chunk';
  /** Tenants with records, in order, those after `after` (null: from the first). */
  tenants(after: string | null, limit: number): Promise<string[]>;
  /** A tenant's records in id order, those after `afterId`. */
  revisions(tenantId: string, page: { afterId: string | null; limit: number }): Promise<OwnedRevision[]>;
  /** The present state of these records; those that are gone are left out. */
  changes(tenantId: string, ids: readonly string[]): Promise<IndexChange[]>;
}
