import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import type { IdPage } from './read-page.ts';
import { reconcile } from './reconcile.ts';

interface Entry {
  id: string;
  revision: number;
}

const never = new AbortController().signal;
const readerOf =
  (entries: ReadonlyMap<string, Entry>) =>
  async ({ afterId, limit }: IdPage) =>
    [...entries.values()]
      .filter(({ id }) => afterId === null || id > afterId)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);

/** Creates an index and an owner in memory. `batches` lists the number of items of each repair. */
function setUp(
  indexed: readonly Entry[],
  owned: readonly Entry[],
  signal = never,
  awaitEvents?: () => Promise<boolean>,
) {
  const index = new Map(indexed.map((entry) => [entry.id, entry]));
  const owner = new Map(owned.map((entry) => [entry.id, entry]));
  const batches: number[] = [];
  const run = (): Promise<number> =>
    reconcile<Entry, Entry>({
      readIndex: readerOf(index),
      readOwner: readerOf(owner),
      pageSize: 3,
      batchSize: 2,
      signal,
      awaitEvents,
      isStale: (entry, record) => entry?.revision !== record?.revision,
      update: async (items) => {
        batches.push(items.length);
        for (const item of items) index.set(item.owned.id, item.owned);
      },
      remove: async (entries) => {
        batches.push(entries.length);
        for (const { id } of entries) index.delete(id);
      },
    });
  return { index, owner, batches, run };
}

const entries = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...'abcdefghijklmnop'), revision: fc.integer({ min: 1, max: 3 }) }),
  { selector: ({ id }) => id, maxLength: 12 },
);

describe('reconcile', () => {
  test('makes any index equal to its owner', async () => {
    await assertProperty(
      fc.asyncProperty(entries, entries, async (indexed, owned) => {
        const { index, owner, batches, run } = setUp(indexed, owned);
        const ids = new Set([...indexed, ...owned].map(({ id }) => id));
        const differences = [...ids].filter((id) => index.get(id)?.revision !== owner.get(id)?.revision);
        expect(await run()).toBe(differences.length);
        expect(index).toEqual(owner);
        expect(batches.every((size) => size <= 2)).toBe(true);
      }),
      { runs: 500 },
    );
  });

  test('repairs nothing if the index is up to date', async () => {
    const { batches, run } = setUp([{ id: 'a', revision: 1 }], [{ id: 'a', revision: 1 }]);
    expect(await run()).toBe(0);
    expect(batches).toEqual([]);
  });

  test('pauses twice as long as the comparison of a range without differences takes', async () => {
    const records = [...'abcdef'].map((id) => ({ id, revision: 1 }));
    const read = readerOf(new Map(records.map((entry) => [entry.id, entry])));
    let comparedMs = 0;
    const startedAt = performance.now();
    await reconcile<Entry, Entry>({
      readIndex: async (page) => {
        const readAt = performance.now();
        await setTimeout(20);
        const range = await read(page);
        comparedMs += performance.now() - readAt;
        return range;
      },
      readOwner: read,
      pageSize: 3,
      batchSize: 2,
      signal: never,
      isStale: () => false,
      update: async () => {},
      remove: async () => {},
    });
    // Timers can fire up to 1 ms early.
    expect(performance.now() - startedAt).toBeGreaterThan(3 * comparedMs - 5);
  });

  test('passes the stale index entry and the record of the owner to update', async () => {
    const updates: unknown[] = [];
    await reconcile<Entry, Entry>({
      readIndex: async () => [{ id: 'a', revision: 1 }],
      readOwner: async () => [
        { id: 'a', revision: 2 },
        { id: 'b', revision: 1 },
      ],
      pageSize: 10,
      batchSize: 10,
      signal: never,
      isStale: () => true,
      update: async (items) => void updates.push(...items),
      remove: () => Promise.reject(new Error('Nothing to remove.')),
    });
    expect(updates).toEqual([
      { indexed: { id: 'a', revision: 1 }, owned: { id: 'a', revision: 2 } },
      { indexed: undefined, owned: { id: 'b', revision: 1 } },
    ]);
  });

  describe('with pending events', () => {
    const owned = [...'abcdef'].map((id) => ({ id, revision: 1 }));

    test('repairs only the items that are still stale after the events were handled', async () => {
      const { index, batches, run } = setUp([], owned, never, async () => {
        for (const id of ['a', 'b', 'd', 'e']) index.set(id, { id, revision: 1 });
        return true;
      });
      expect(await run()).toBe(2);
      expect(batches).toEqual([1, 1]);
      expect(index.size).toBe(6);
    });

    test('does not repair items that changed during the wait', async () => {
      const { index, owner, run } = setUp(owned.slice(1, 3), owned.slice(0, 3), never, async () => {
        index.set('a', { id: 'a', revision: 1 });
        owner.set('b', { id: 'b', revision: 2 });
        return true;
      });
      expect(await run()).toBe(0);
      expect(index.get('b')!.revision).toBe(1);
    });

    test('leaves the stale items to consumers that are too far behind', async () => {
      const { batches, run } = setUp([], owned, never, async () => false);
      expect(await run()).toBe(0);
      expect(batches).toEqual([]);
    });

    test('does not wait if nothing is stale', async () => {
      const { run } = setUp(owned, owned, never, () => Promise.reject(new Error('Unexpected wait.')));
      expect(await run()).toBe(0);
    });

    test('makes the index equal to its owner, whatever the consumers changed during the waits', async () => {
      await assertProperty(
        fc.asyncProperty(entries, entries, entries, async (indexed, owned, handled) => {
          const { index, owner, run } = setUp(indexed, owned, never, async () => {
            for (const { id } of handled) {
              const record = owner.get(id);
              if (record) index.set(id, record);
              else index.delete(id);
            }
            return true;
          });
          await run();
          expect(index).toEqual(owner);
        }),
        { runs: 500 },
      );
    });
  });

  test('stops before the next batch when the signal is aborted', async () => {
    const stopping = new AbortController();
    const owned = [...'abcdef'].map((id) => ({ id, revision: 1 }));
    const { index, run } = setUp([], owned, stopping.signal);
    const set = index.set.bind(index);
    index.set = (id, entry) => {
      stopping.abort(new Error('shutdown'));
      return set(id, entry);
    };
    await expect(run()).rejects.toThrow('shutdown');
    expect(index.size).toBe(2);
  });

  test('keeps completed repairs when a later repair fails', async () => {
    const { index, run } = setUp(
      [],
      [...'abcdef'].map((id) => ({ id, revision: 1 })),
    );
    const set = index.set.bind(index);
    index.set = (id, entry) => {
      if (id === 'c') throw new Error('index unavailable');
      return set(id, entry);
    };
    await expect(run()).rejects.toThrow('index unavailable');
    expect([...index.keys()]).toEqual(['a', 'b']);
  });
});
