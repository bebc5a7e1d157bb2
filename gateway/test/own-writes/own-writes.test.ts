import { beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_WRITTEN_ITEMS, unavailable } from '@loci/core';
import type { WrittenItem } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createOwnWrites } from '../../src/own-writes/own-writes.ts';
import { id } from '../search/search-clients.fixture.ts';

const caller = testCaller();
const { signal } = new AbortController();

let pending: Set<string>;
let waits: { tenantId: string; items: readonly WrittenItem[]; timeoutMs: number }[];
let nowMs: number;
const create = () =>
  createOwnWrites(
    {
      awaitItems: (tenantId, items, timeoutMs) => {
        waits.push({ tenantId, items, timeoutMs });
        return Promise.resolve(items.flatMap((item) => (pending.has(item.id) ? item.id : [])));
      },
    },
    () => nowMs,
  );

beforeEach(() => {
  pending = new Set();
  waits = [];
  nowMs = 1_000_000;
});

describe('the changes of a principal', () => {
  test('cause no wait before the first change', async () => {
    expect(await create().waitUntilSearchable(caller, signal)).toBe(0);
    expect(waits).toEqual([]);
  });

  test('delay the next search of the same principal by at most 300 ms', async () => {
    const ownWrites = create();
    ownWrites.record(caller, [{ id: id(1), revision: 2 }]);
    expect(await ownWrites.waitUntilSearchable(caller, signal)).toBe(0);
    expect(waits).toEqual([
      { tenantId: caller.tenantId, items: [{ id: id(1), revision: 2 }], timeoutMs: 300 },
    ]);
  });

  test('do not delay the search of another user of the tenant', async () => {
    const ownWrites = create();
    ownWrites.record(caller, [{ id: id(1), revision: 1 }]);
    expect(await ownWrites.waitUntilSearchable({ ...caller, userId: id(9) }, signal)).toBe(0);
    expect(waits).toEqual([]);
  });

  test('do not delay a further search after a search has found the changes', async () => {
    const ownWrites = create();
    ownWrites.record(caller, [{ id: id(1), revision: 1 }]);
    await ownWrites.waitUntilSearchable(caller, signal);
    await ownWrites.waitUntilSearchable(caller, signal);
    expect(waits).toHaveLength(1);
  });

  test('are counted without a further wait if they are still missing after a search has waited', async () => {
    const ownWrites = create();
    pending.add(id(1)).add(id(2));
    ownWrites.record(
      caller,
      [1, 2, 3].map((n) => ({ id: id(n), revision: 1 })),
    );
    expect(await ownWrites.waitUntilSearchable(caller, signal)).toBe(2);
    expect(await ownWrites.waitUntilSearchable(caller, signal)).toBe(2);
    expect(waits.map(({ timeoutMs }) => timeoutMs)).toEqual([300, 0]);
    ownWrites.record(caller, [{ id: id(4), revision: 1 }]);
    expect(await ownWrites.waitUntilSearchable(caller, signal)).toBe(2);
  });

  test('that timed out before do not extend the wait for a newer change', async () => {
    const ownWrites = create();
    pending.add(id(1));
    ownWrites.record(caller, [{ id: id(1), revision: 1 }]);
    await ownWrites.waitUntilSearchable(caller, signal);
    ownWrites.record(caller, [{ id: id(2), revision: 1 }]);
    waits = [];
    await ownWrites.waitUntilSearchable(caller, signal);
    expect(waits.find(({ timeoutMs }) => timeoutMs === 300)!.items).toEqual([{ id: id(2), revision: 1 }]);
  });

  test('are counted as pending while the search service is unavailable', async () => {
    const ownWrites = createOwnWrites({ awaitItems: () => Promise.reject(unavailable('Search')) });
    ownWrites.record(caller, [{ id: id(1), revision: 1 }]);
    expect(await ownWrites.waitUntilSearchable(caller, signal)).toBe(1);
  });

  test('include a revision that is written while a search waits', async () => {
    const ownWrites = create();
    ownWrites.record(caller, [{ id: id(1), revision: 1 }]);
    const waiting = ownWrites.waitUntilSearchable(caller, signal);
    ownWrites.record(caller, [{ id: id(1), revision: 2 }]);
    await waiting;
    await ownWrites.waitUntilSearchable(caller, signal);
    expect(waits[1]!.items).toEqual([{ id: id(1), revision: 2 }]);
  });

  test('are limited to the newest 200 changed items', async () => {
    const ownWrites = create();
    ownWrites.record(
      caller,
      Array.from({ length: 150 }, (_, n) => ({ id: id(n), revision: 1 })),
    );
    ownWrites.record(
      caller,
      Array.from({ length: 150 }, (_, n) => ({ id: id(150 + n), revision: 1 })),
    );
    await ownWrites.waitUntilSearchable(caller, signal);
    expect(waits[0]!.items).toHaveLength(MAX_WRITTEN_ITEMS);
    expect(waits[0]!.items.at(-1)!.id).toBe(id(299));
  });

  test('are not counted as pending after 10 minutes', async () => {
    const ownWrites = create();
    pending.add(id(1));
    ownWrites.record(caller, [{ id: id(1), revision: 1 }]);
    nowMs += 600_001;
    expect(await ownWrites.waitUntilSearchable(caller, signal)).toBe(0);
    expect(waits).toEqual([]);
  });
});
