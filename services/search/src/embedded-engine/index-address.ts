/** Identifies an index of the engine and contains the settings with which the index is opened. */
export interface IndexAddress {
  kind: 'keyword' | 'vector';
  /** Folder with one subfolder per tenant. */
  directory: string;
  /** Number of dimensions of the vectors, 0 for a keyword index. */
  dimension: number;
  /**
   * Maximum number of open tenants in all threads together. Beyond it, the least recently used tenants are
   * closed.
   */
  maxOpenTenants: number;
  /**
   * Maximum memory use of open tenants in all threads together, in bytes. Beyond it, the least recently used
   * tenants are closed.
   */
  maxMemoryBytes: number;
}

/**
 * Notice that an engine thread sends after it has replaced a damaged or missing file of a tenant with an
 * empty file.
 */
export interface TenantLostNotice {
  directory: string;
  tenantLost: string;
}

/** Default of `maxMemoryBytes`. */
export const DEFAULT_MAX_MEMORY_BYTES = 512 * 1024 * 1024;

/** Name of the file in the folder of a tenant, by kind of index. */
export const TENANT_FILE_NAMES: Readonly<Record<IndexAddress['kind'], string>> = {
  keyword: 'keyword.db',
  vector: 'vector.db',
};

/** Returns the subject of error messages about an index. */
export const indexName = (kind: IndexAddress['kind']): string =>
  kind === 'keyword' ? 'The keyword index' : 'The vector index';
