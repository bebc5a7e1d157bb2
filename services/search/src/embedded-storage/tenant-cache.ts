import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isAppError, isUuid, unavailable } from '@loci/core';
import { canonicalTenantId } from '../items/item-ids.ts';
import { isSqliteError, isDamagedFileError } from './sqlite-errors.ts';
import { openTenantFile, quarantineFile, type TenantSchema } from './tenant-file.ts';

/** What an index keeps in memory for one tenant. */
export interface CachedTenant {
  /** An estimate of the memory held, for the bound. */
  readonly sizeBytes: number;
}

export interface TenantCacheOptions<Tenant extends CachedTenant> {
  /** For error messages: "The keyword index". */
  name: string;
  /** Holds one folder per tenant. */
  directory: string;
  fileName: string;
  schema: TenantSchema;
  /** Least recently used tenants are closed beyond these two, the one in use excepted. */
  maxOpenTenants: number;
  maxMemoryBytes: number;
  load(database: DatabaseSync): Tenant;
  /** A file was damaged, or is gone from a tenant's folder: an empty one has taken its place. */
  onTenantLost(tenantId: string): void;
}

interface Entry<Tenant> {
  tenant: Tenant;
  database: DatabaseSync;
}

/** The tenants of an embedded index: opened on first use, closed when others need the room, replaced when damaged. */
export class TenantCache<Tenant extends CachedTenant> {
  readonly #options: TenantCacheOptions<Tenant>;
  // In order of use: the first is the one that waits longest.
  readonly #entries = new Map<string, Entry<Tenant>>();

  constructor(options: TenantCacheOptions<Tenant>) {
    this.#options = options;
    mkdirSync(options.directory, { recursive: true });
  }

  /** Runs `work` on the tenant, or gives `none` when nothing was ever written for it. */
  read<Result>(tenantId: string, none: Result, work: (tenant: Tenant) => Result): Result {
    const isKnown = this.#entries.has(tenantId) || existsSync(dirname(this.#path(tenantId)));
    return isKnown ? this.#use(tenantId, work) : none;
  }

  /** Runs `work` on the tenant, making it when there is none. What failed half-way leaves nothing behind. */
  write(tenantId: string, work: (tenant: Tenant) => void): void {
    this.#use(tenantId, (tenant) => {
      try {
        work(tenant);
      } catch (error) {
        // Memory may be ahead of the file that rolled back: the next use loads it anew.
        this.#close(tenantId);
        throw error;
      }
    });
  }

  list(): string[] {
    return readdirSync(this.#options.directory).filter(isUuid).sort();
  }

  drop(tenantId: string): void {
    this.#close(tenantId);
    rmSync(dirname(this.#path(tenantId)), { recursive: true, force: true });
  }

  close(): void {
    for (const tenantId of [...this.#entries.keys()]) this.#close(tenantId);
  }

  #use<Result>(tenantId: string, work: (tenant: Tenant) => Result): Result {
    const { name } = this.#options;
    try {
      try {
        return work(this.#open(tenantId));
      } catch (error) {
        if (!isDamagedFileError(error)) throw error;
        return work(this.#replace(tenantId));
      }
    } catch (error) {
      if (isAppError(error)) throw error;
      if (isSqliteError(error) || (error as NodeJS.ErrnoException).syscall) throw unavailable(name, error);
      throw error;
    } finally {
      this.#makeRoom(tenantId);
    }
  }

  #open(tenantId: string): Tenant {
    const path = this.#path(tenantId);
    const isThere = existsSync(path);
    const known = this.#entries.get(tenantId);
    if (known && isThere) {
      this.#entries.delete(tenantId);
      this.#entries.set(tenantId, known);
      return known.tenant;
    }
    // A folder without its file: somebody took the file away. What the open one holds has no name any more.
    if (known || (!isThere && existsSync(dirname(path)))) return this.#replace(tenantId);
    return this.#load(tenantId, path);
  }

  #load(tenantId: string, path: string): Tenant {
    const database = openTenantFile(path, this.#options.schema);
    try {
      const tenant = this.#options.load(database);
      this.#entries.set(tenantId, { tenant, database });
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

  #makeRoom(inUse: string): void {
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
    // Also what keeps a tenant's name from leaving the directory.
    return join(this.#options.directory, canonicalTenantId(tenantId), this.#options.fileName);
  }
}
