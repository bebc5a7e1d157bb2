import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isAppError, isUuid, unavailable } from '@loci/core';
import { canonicalTenantId } from '../items/item-ids.ts';
import { isDamagedFileError, isSqliteError } from './sqlite-errors.ts';
import { openTenantFile, quarantineFile, type TenantSchema } from './tenant-file.ts';

/** The in-memory part of one tenant's index. */
export interface CachedTenant {
  /** Estimated memory use in bytes, counted against `maxMemoryBytes`. */
  readonly sizeBytes: number;
}

export interface TenantCacheOptions<Tenant extends CachedTenant> {
  /** Subject of error messages, such as "The keyword index". */
  name: string;
  /** Folder with one subfolder per tenant. Created if it does not exist. */
  directory: string;
  /** Name of the index file in the folder of a tenant. */
  fileName: string;
  schema: TenantSchema;
  /**
   * Maximum number of open tenants. Beyond it, the least recently used tenants are closed, except the one in
   * use.
   */
  maxOpenTenants: number;
  /** Maximum memory use of open tenants in bytes. Beyond it, the least recently used tenants are closed. */
  maxMemoryBytes: number;
  /** Loads a tenant from its open file. Throws DamagedFileError if the content is not valid. */
  load(database: DatabaseSync): Tenant;
  /** Called after a damaged or missing file was replaced with an empty one. */
  onTenantLost(tenantId: string): void;
}

/** Writes must not use a deleted file. Reads of an open tenant return the same items without the file. */
type Access = 'read' | 'write';

interface Entry<Tenant> {
  tenant: Tenant;
  database: DatabaseSync;
  /** Last time at which the use was recorded, in milliseconds since the epoch. */
  useRecordedAt: number;
  /** Last time at which the file existed, in milliseconds since the epoch. */
  fileSeenAt: number;
}

/**
 * Default of `maxOpenTenants`. Opening a tenant takes about 15 ms, so a platform whose active tenants exceed the limit
 * spends its time opening and closing files. An open tenant of 100 memories uses about 1 MB.
 */
export const DEFAULT_MAX_OPEN_TENANTS = 128;

/**
 * Maximum time for which reads do not check that the file of an open tenant still exists. A search reads a tenant three
 * times. Without an interval, the checks would take 3 % of the time of a search.
 */
const FILE_CHECK_INTERVAL_MS = 500;

/** Minimum time between two records of the use of an open tenant. */
const USE_RECORD_INTERVAL_MS = 3_600_000;

/**
 * The open tenants of an embedded index. Tenants are opened on first use, closed when a limit is exceeded,
 * and replaced with empty ones when their file is damaged.
 */
export class TenantCache<Tenant extends CachedTenant> {
  readonly #options: TenantCacheOptions<Tenant>;
  /** Open tenants by id, least recently used first. */
  readonly #entries = new Map<string, Entry<Tenant>>();

  constructor(options: TenantCacheOptions<Tenant>) {
    this.#options = options;
    mkdirSync(options.directory, { recursive: true });
  }

  /**
   * Runs `work` on a tenant. Returns `none` if the tenant has no folder, because nothing was written for it.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if SQLite or the file system fails
   */
  read<Result>(tenantId: string, none: Result, work: (tenant: Tenant) => Result): Result {
    const exists = this.#entries.has(tenantId) || existsSync(dirname(this.#path(tenantId)));
    return exists ? this.#use(tenantId, 'read', work) : none;
  }

  /**
   * Runs `work` on a tenant, which is created if it does not exist. `work` must write in one transaction.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if SQLite or the file system fails
   */
  write(tenantId: string, work: (tenant: Tenant) => void): void {
    this.#use(tenantId, 'write', (tenant) => {
      try {
        work(tenant);
      } catch (error) {
        // The transaction was rolled back, but the in-memory index may contain its changes. The next use
        // reloads it.
        this.#close(tenantId);
        throw error;
      }
    });
  }

  /** Returns the ids of all tenants with a folder, in ascending order. */
  list(): string[] {
    return readdirSync(this.#options.directory).filter(isUuid).sort();
  }

  /** Deletes the folder of a tenant. Idempotent. */
  drop(tenantId: string): void {
    this.#close(tenantId);
    rmSync(dirname(this.#path(tenantId)), { recursive: true, force: true });
  }

  close(): void {
    for (const tenantId of [...this.#entries.keys()]) this.#close(tenantId);
  }

  #use<Result>(tenantId: string, access: Access, work: (tenant: Tenant) => Result): Result {
    const { name } = this.#options;
    try {
      try {
        return work(this.#open(tenantId, access));
      } catch (error) {
        if (!isDamagedFileError(error)) throw error;
        return work(this.#replace(tenantId));
      }
    } catch (error) {
      if (isAppError(error)) throw error;
      if (isSqliteError(error) || (error as NodeJS.ErrnoException).syscall) throw unavailable(name, error);
      throw error;
    } finally {
      this.#evict(tenantId);
    }
  }

  #open(tenantId: string, access: Access): Tenant {
    const path = this.#path(tenantId);
    const entry = this.#entries.get(tenantId);
    const now = Date.now();
    const isChecked =
      entry !== undefined && access === 'read' && now - entry.fileSeenAt < FILE_CHECK_INTERVAL_MS;
    const fileExists = isChecked || existsSync(path);
    if (entry && fileExists) {
      this.#entries.delete(tenantId);
      this.#entries.set(tenantId, entry);
      if (!isChecked) entry.fileSeenAt = now;
      if (now - entry.useRecordedAt > USE_RECORD_INTERVAL_MS) recordUse(path, entry);
      return entry.tenant;
    }
    // The file was deleted, but its folder was not. An open connection would write to the deleted file.
    if (entry || (!fileExists && existsSync(dirname(path)))) return this.#replace(tenantId);
    return this.#load(tenantId, path);
  }

  #load(tenantId: string, path: string): Tenant {
    const database = openTenantFile(path, this.#options.schema);
    try {
      const tenant = this.#options.load(database);
      const entry = { tenant, database, useRecordedAt: 0, fileSeenAt: Date.now() };
      recordUse(path, entry);
      this.#entries.set(tenantId, entry);
      return tenant;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #replace(tenantId: string): Tenant {
    this.#close(tenantId);
    const path = this.#path(tenantId);
    quarantineFile(path);
    const tenant = this.#load(tenantId, path);
    this.#options.onTenantLost(tenantId);
    return tenant;
  }

  #close(tenantId: string): void {
    const entry = this.#entries.get(tenantId);
    this.#entries.delete(tenantId);
    entry?.database.close();
  }

  #evict(inUse: string): void {
    const { maxOpenTenants, maxMemoryBytes } = this.#options;
    let sizeBytes = 0;
    for (const { tenant } of this.#entries.values()) sizeBytes += tenant.sizeBytes;
    for (const [tenantId, { tenant }] of this.#entries) {
      if (this.#entries.size <= maxOpenTenants && sizeBytes <= maxMemoryBytes) return;
      if (tenantId === inUse) continue;
      sizeBytes -= tenant.sizeBytes;
      this.#close(tenantId);
    }
  }

  #path(tenantId: string): string {
    // `canonicalTenantId` rejects ids that are not UUIDs, which also prevents path traversal.
    return join(this.#options.directory, canonicalTenantId(tenantId), this.#options.fileName);
  }
}

/** Sets the modification time of the tenant's folder, by which `preloadTenants` finds recently used tenants. */
function recordUse(path: string, entry: Entry<unknown>): void {
  entry.useRecordedAt = Date.now();
  const now = new Date(entry.useRecordedAt);
  utimesSync(dirname(path), now, now);
}
