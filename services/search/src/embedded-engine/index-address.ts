/** Identifies an index of the engine and has the settings that it is opened with. */
export interface IndexAddress {
  kind: 'keyword' | 'vector';
  /** Folder with one subfolder per tenant. */
  directory: string;
  /** Number of dimensions of the vectors, 0 for a keyword index. */
  dimension: number;
  /** Limits of open tenants of all threads together. The least recently used ones are closed. */
  maxOpenTenants: number;
  maxMemoryBytes: number;
}

/** The notice of an engine thread after it replaced a damaged or missing file of a tenant with an empty one. */
export interface TenantLostNotice {
  directory: string;
  tenantLost: string;
}

/** Subject of error messages about an index. */
export const indexName = (kind: IndexAddress['kind']): string =>
  kind === 'keyword' ? 'The keyword index' : 'The vector index';
