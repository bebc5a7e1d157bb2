import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { WorkerMethods } from '../embedded-storage/worker-messages.ts';
import { SearchEngine } from './search-engine.ts';
import type { EngineIndex } from './search-engine.ts';

describe.each([2, 4])('search engine with %i threads', (threads) => {
  let directory: string;
  let engine: SearchEngine;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'loci-engine-'));
    engine = new SearchEngine({ threads });
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const openIndex = <Methods extends WorkerMethods = Record<string, () => unknown>>(
    name: string,
  ): EngineIndex<Methods> =>
    engine.open(
      {
        kind: 'keyword',
        directory: join(directory, name),
        dimension: 0,
        maxOpenTenants: 4,
        maxMemoryBytes: 1e9,
      },
      () => undefined,
    );

  test('distributes the tenants across all threads, with one thread for each tenant', async () => {
    const index = openIndex('a');
    const tenants = Array.from({ length: 200 }, newId);
    const assigned = tenants.map((tenantId) => engine.threadOf(tenantId));
    expect(tenants.map((tenantId) => engine.threadOf(tenantId))).toEqual(assigned);
    expect(new Set(assigned).size).toBe(threads);
    await index.close();
  });

  test('starts all threads before the first call', async () => {
    const index = openIndex('a');
    await engine.start();
    const assigned = Array.from({ length: 200 }, () => engine.threadOf(newId()));
    expect(new Set(assigned).size).toBe(threads);
    expect(assigned.every((thread) => thread.isRunning)).toBe(true);
    await index.close();
  });

  test('answers a tenant after at most one of 500 calls that another tenant made before', async () => {
    engine = new SearchEngine({ threads: 1 });
    const index = openIndex<{ count(tenantId: string): number }>('a');
    const answered: string[] = [];
    const count = (tenantId: string) => index.call('count', [tenantId]).then(() => answered.push(tenantId));
    const [busy, other] = [newId(), newId()];
    await Promise.all([...Array.from({ length: 500 }, () => count(busy)), count(other)]);
    expect(answered.indexOf(other)).toBeLessThanOrEqual(1);
    await index.close();
  });

  test('closes an index only after all work that uses the index', async () => {
    const index = openIndex('a');
    const work = Promise.withResolvers<string>();
    const used = index.use(() => work.promise);
    let isClosed = false;
    const closed = index.close().then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isClosed).toBe(false);
    work.resolve('done');
    expect(await used).toBe('done');
    await closed;
  });

  test('rejects calls of a closed index as unavailable', async () => {
    const index = openIndex('a');
    await index.close();
    await expect(index.call('listTenants', [])).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  });

  test('runs threads only while an index is open', async () => {
    const first = openIndex('a');
    const second = openIndex('b');
    await first.call('listTenants', []);
    const thread = engine.threadOf('');
    await first.close();
    expect(thread.isRunning).toBe(true);
    await second.close();
    expect(thread.isRunning).toBe(false);
    const third = openIndex('a');
    expect(await third.call('listTenants', [])).toEqual([]);
    await third.close();
  });
});
