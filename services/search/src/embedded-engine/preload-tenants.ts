import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isUuid } from '@loci/core';
import { TENANT_FILE_NAMES } from './index-address.ts';
import type { IndexAddress } from './index-address.ts';

/** An index whose tenants can be loaded before their first use. */
export interface PreloadedIndex {
  readonly address: IndexAddress;
  call(method: 'load', args: [tenantId: string]): Promise<void>;
}

/**
 * Minimum size of a file that is loaded before its first use. Smaller files are loaded in less than 50 ms, so
 * that many small tenants cost nothing until they are used.
 */
const MIN_FILE_BYTES = 4 * 1024 * 1024;
const MAX_MS_SINCE_USE = 7 * 86_400_000;

export interface Preload {
  /** Resolves when the most recently used tenant is loaded in each index. */
  mostRecent: Promise<void>;
  /** Resolves when all selected tenants are loaded. */
  all: Promise<void>;
}

interface TenantFile {
  tenantId: string;
  /** Time of the last use, in milliseconds since the epoch. */
  usedAt: number;
  bytes: number;
}

/**
 * Loads the large tenants that were used in the last 7 days, the most recently used one first, so that their
 * first search after a restart does not wait. Tenants beyond the memory limit of an index are not loaded,
 * except the first one. A tenant that cannot be loaded is skipped, because its next use reports the error.
 *
 * @param now milliseconds since the epoch
 */
export function preloadTenants(indexes: readonly PreloadedIndex[], now = Date.now()): Preload {
  const loads = indexes.map((index) => {
    const load = (tenantId: string): Promise<void> => index.call('load', [tenantId]).catch(() => undefined);
    const [mostRecent, ...others] = findTenantsToLoad(index.address, now);
    const first = mostRecent === undefined ? Promise.resolve() : load(mostRecent);
    // The indexes load concurrently, so a tenant is loaded in all of them before the next tenant.
    const all = first.then(async () => {
      for (const tenantId of others) await load(tenantId);
    });
    return { first, all };
  });
  const whenAll = async (promises: Promise<void>[]): Promise<void> => void (await Promise.all(promises));
  return {
    mostRecent: whenAll(loads.map(({ first }) => first)),
    all: whenAll(loads.map(({ all }) => all)),
  };
}

function findTenantsToLoad(address: IndexAddress, now: number): string[] {
  if (!existsSync(address.directory)) return [];
  const files = readdirSync(address.directory)
    .filter(isUuid)
    .map((tenantId) => readTenantFile(address, tenantId))
    .filter((file) => file !== null)
    .filter(({ bytes, usedAt }) => bytes >= MIN_FILE_BYTES && now - usedAt <= MAX_MS_SINCE_USE)
    .sort((a, b) => b.usedAt - a.usedAt);
  // The size of a file is an upper bound of the memory that its tenant uses.
  let bytes = 0;
  const selected = files.slice(0, address.maxOpenTenants).filter((file, i) => {
    bytes += file.bytes;
    return i === 0 || bytes <= address.maxMemoryBytes;
  });
  return selected.map(({ tenantId }) => tenantId);
}

/** Returns null if the folder has no file. The first use of the tenant then reports it as lost. */
function readTenantFile({ directory, kind }: IndexAddress, tenantId: string): TenantFile | null {
  const folder = join(directory, tenantId);
  const file = statSync(join(folder, TENANT_FILE_NAMES[kind]), { throwIfNoEntry: false });
  if (!file) return null;
  // The tenant cache sets the modification time of the folder when the tenant is used.
  return { tenantId, usedAt: statSync(folder).mtimeMs, bytes: file.size };
}
