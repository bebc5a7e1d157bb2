import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newId } from '@loci/core';
import { exampleItem } from '../items/item-index.contract.ts';
import {
  createKeywordWorkerMethods,
  openKeywordTenants,
} from '../keyword-index/embedded/keyword-worker-methods.ts';
import { preloadTenants } from './preload-tenants.ts';
import type { PreloadedIndex } from './preload-tenants.ts';

const MEGABYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-03-01T00:00:00Z');

describe('preloadTenants', () => {
  let directory: string;
  let loaded: string[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'loci-preload-'));
    loaded = [];
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const index = (load: (tenantId: string) => void = () => undefined): PreloadedIndex => ({
    address: { kind: 'keyword', directory, dimension: 0, maxOpenTenants: 3, maxMemoryBytes: 30 * MEGABYTE },
    call: async (_method, [tenantId]) => {
      loaded.push(tenantId);
      load(tenantId);
    },
  });

  function addTenant(hoursSinceUse: number, megabytes: number): string {
    const tenantId = newId();
    const folder = join(directory, tenantId);
    mkdirSync(folder);
    writeFileSync(join(folder, 'keyword.db'), '');
    truncateSync(join(folder, 'keyword.db'), megabytes * MEGABYTE);
    const usedAt = new Date(NOW - hoursSinceUse * HOUR_MS);
    utimesSync(folder, usedAt, usedAt);
    return tenantId;
  }

  test('loads the most recently used tenants first, up to the maximum number of open tenants', async () => {
    const [third, first, , second] = [3, 1, 4, 2].map((hours) => addTenant(hours, 5));
    await preloadTenants([index()], NOW).all;
    expect(loaded).toEqual([first, second, third]);
  });

  test('loads neither small tenants nor tenants that were not used for 7 days', async () => {
    addTenant(1, 3);
    const recent = addTenant(7 * 24, 5);
    addTenant(7 * 24 + 1, 5);
    await preloadTenants([index()], NOW).all;
    expect(loaded).toEqual([recent]);
  });

  test('loads tenants up to the memory limit, but always the most recently used tenant', async () => {
    const first = addTenant(1, 40);
    addTenant(2, 5);
    await preloadTenants([index()], NOW).all;
    expect(loaded).toEqual([first]);
  });

  test('skips a tenant that cannot be loaded and a folder without a file', async () => {
    const [broken, intact] = [addTenant(1, 5), addTenant(2, 5)];
    mkdirSync(join(directory, newId()));
    const fail = (tenantId: string): void => {
      if (tenantId === broken) throw new Error('The file is damaged.');
    };
    await preloadTenants([index(fail)], NOW).all;
    expect(loaded).toEqual([broken, intact]);
  });

  test('mostRecent does not wait for tenants that are loaded later', async () => {
    const [first, second] = [addTenant(1, 5), addTenant(2, 5)];
    const loadedSecond = Promise.withResolvers<void>();
    const slow: PreloadedIndex = {
      ...index(),
      call: async (_method, [tenantId]) => {
        if (tenantId === second) await loadedSecond.promise;
        loaded.push(tenantId);
      },
    };
    const preload = preloadTenants([slow], NOW);
    await preload.mostRecent;
    expect(loaded).toEqual([first]);
    loadedSecond.resolve();
    await preload.all;
    expect(loaded).toEqual([first, second]);
  });

  test('loads nothing if the folder of the index does not exist', async () => {
    rmSync(directory, { recursive: true });
    await preloadTenants([index()], NOW).all;
    expect(loaded).toEqual([]);
  });

  test('after a crash, loads a tenant that was open, based on the time of its last use', async () => {
    const tenant = newId();
    const folder = join(directory, tenant);
    const options = { directory, maxOpenTenants: 1, maxMemoryBytes: 1e9, onTenantLost: () => undefined };
    const crashed = openKeywordTenants(options);
    createKeywordWorkerMethods(crashed).upsert(tenant, [exampleItem(tenant)]);
    const files = ['keyword.db', 'keyword.db-wal'].map((name) => join(folder, name));
    const contents = files.map((file) => readFileSync(file));
    crashed.close();
    files.forEach((file, i) => writeFileSync(file, contents[i]!));

    utimesSync(folder, new Date(0), new Date(0));
    const startedAt = Date.now();
    const reopened = openKeywordTenants(options);
    createKeywordWorkerMethods(reopened).load(tenant);
    expect(statSync(folder).mtimeMs).toBeGreaterThanOrEqual(startedAt - 1);

    // The use of an open tenant is recorded once per hour.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(startedAt + 2 * HOUR_MS);
    createKeywordWorkerMethods(reopened).load(tenant);
    clock.mockRestore();
    expect(statSync(folder).mtimeMs).toBeCloseTo(startedAt + 2 * HOUR_MS, 0);
    reopened.close();
  });
});
