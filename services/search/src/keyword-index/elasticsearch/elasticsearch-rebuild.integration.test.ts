import { once } from 'node:events';
import { afterAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { IndexedItem } from '../../items/indexed-item.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import { createElasticsearchFixture } from '../../../test/elasticsearch.fixture.ts';
import type { KeywordIndex } from '../keyword-index.ts';

const underTest = createElasticsearchFixture();
const { client } = underTest;
afterAll(() => underTest.cleanUp());

const generationsOf = async (prefix: string): Promise<string[]> =>
  Object.keys(await client.indices.get({ index: `${prefix}-items-*` }));

/** A promise to be resolved from elsewhere. */
function gate(): { passed: Promise<unknown>; open(): void } {
  const events = new EventTarget();
  const passed = once(events, 'open');
  return { passed, open: () => void events.dispatchEvent(new Event('open')) };
}

describe('rebuild', () => {
  test('loses nothing that any process writes meanwhile, and no search fails', async () => {
    const indexPrefix = underTest.newPrefix();
    const processes = [underTest.create({ indexPrefix }), underTest.create({ indexPrefix })];
    const [rebuilding] = processes;
    const tenant = newId();
    // What the owner holds: changed first, then told to the index.
    const records = new Map<string, IndexedItem | number>();
    const put = async (index: KeywordIndex, item: IndexedItem) => {
      records.set(item.id, item);
      await index.upsert([item]);
    };
    const drop = async (index: KeywordIndex, { id, revision }: IndexedItem) => {
      records.set(id, revision + 1);
      await index.remove(tenant, [{ id, revision: revision + 1 }]);
    };
    const old = Array.from({ length: 50 }, () => exampleItem(tenant));
    await rebuilding!.upsert(old);
    for (const item of old) records.set(item.id, item);

    let isRebuilding = true;
    const writing = processes.map(async (index, process) => {
      for (let round = 0; isRebuilding; round++) {
        const item = exampleItem(tenant);
        await put(index, item);
        if (round % 3 === 0) await drop(index, item);
        else await put(index, { ...item, revision: 2, content: 'Changed trains.' });
        const known = old[(2 * round + process) % old.length]!;
        await put(index, { ...known, revision: 2 + round });
        expect((await index.search(tenant, { query: 'trains', limit: 1 })).length).toBe(1);
        expect(await index.fetch(tenant, { ids: [known.id] })).toHaveLength(1);
      }
    });
    await rebuilding!.rebuild(async (fresh) => {
      for (const [id, record] of [...records]) {
        if (typeof record === 'number') await fresh.remove(tenant, [{ id, revision: record }]);
        else await fresh.upsert([record]);
      }
    });
    isRebuilding = false;
    await Promise.all(writing);

    const expected = [...records]
      .map(([id, record]) =>
        typeof record === 'number'
          ? { id, revision: record, deleted: true }
          : { id, revision: record.revision, deleted: false },
      )
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const index of processes)
      expect(await index.revisions(tenant, { afterId: null, limit: 10_000 })).toEqual(expected);
    const [serving, ...others] = await generationsOf(indexPrefix);
    expect(others).toEqual([]);
    expect(serving).not.toBe(`${indexPrefix}-items-first`);
  });

  test('leaves what nobody fills in behind, and tenants that are gone with it', async () => {
    const index = underTest.create();
    const [kept, gone] = [exampleItem(newId()), exampleItem(newId())];
    await index.upsert([kept, gone]);
    await index.rebuild((fresh) => fresh.upsert([kept]));
    expect(await index.listTenants()).toEqual([kept.tenantId]);
    expect(await index.fetch(kept.tenantId, { ids: [kept.id] })).toEqual([kept]);
  });

  test('is one at a time, over all processes', async () => {
    const indexPrefix = underTest.newPrefix();
    const [first, second] = [underTest.create({ indexPrefix }), underTest.create({ indexPrefix })];
    const [begun, finish] = [gate(), gate()];
    const rebuilt = first.rebuild(async () => {
      begun.open();
      await finish.passed;
    });
    await Promise.race([begun.passed, rebuilt]);
    await expect(second.rebuild(async () => undefined)).rejects.toMatchObject({ code: 'RES_ALREADY_EXISTS' });
    finish.open();
    await rebuilt;
    await second.rebuild(async () => undefined);
  });

  test('that fails changes nothing', async () => {
    const indexPrefix = underTest.newPrefix();
    const index = underTest.create({ indexPrefix });
    const item = exampleItem(newId());
    await index.upsert([item]);
    const reason = new Error('The owner does not answer.');
    await expect(index.rebuild(async () => Promise.reject(reason))).rejects.toBe(reason);
    expect(await generationsOf(indexPrefix)).toEqual([`${indexPrefix}-items-first`]);
    await index.upsert([{ ...item, revision: 2 }]);
    expect(await index.fetch(item.tenantId, { ids: [item.id] })).toMatchObject([{ revision: 2 }]);
  });

  test('has taken over though the answer was lost', async () => {
    const indexPrefix = underTest.newPrefix();
    let lost = 0;
    const url = await underTest.startResponseDroppingProxy(
      (method, path) => method === 'POST' && path === '/_aliases' && lost++ === 0,
    );
    const index = underTest.create({ indexPrefix, url });
    const item = exampleItem(newId());
    await index.rebuild((fresh) => fresh.upsert([item]));
    expect(lost).toBeGreaterThan(0);
    expect(await index.fetch(item.tenantId, { ids: [item.id] })).toEqual([item]);
    const left = await generationsOf(indexPrefix);
    expect(left).toHaveLength(1);
    expect(left).not.toContain(`${indexPrefix}-items-first`);
  });

  test('is given up when the index is closed', async () => {
    const indexPrefix = underTest.newPrefix();
    const index = underTest.create({ indexPrefix });
    const [begun, goOn] = [gate(), gate()];
    const rebuilt = index.rebuild(async (fresh) => {
      begun.open();
      await goOn.passed;
      await fresh.upsert([exampleItem(newId())]);
    });
    const refused = expect(rebuilt).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await Promise.race([begun.passed, rebuilt]);
    const closed = index.close();
    goOn.open();
    await refused;
    await closed;
    expect(await generationsOf(indexPrefix)).toEqual([`${indexPrefix}-items-first`]);
  });

  test('of a process that was cut off is thrown away by the next, and does no harm when it comes back', async () => {
    const indexPrefix = underTest.newPrefix();
    const rebuildLeaseMs = 4_000;
    const proxy = await underTest.createProxy();
    const cutOff = underTest.create({ indexPrefix, rebuildLeaseMs, url: proxy.url });
    const next = underTest.create({ indexPrefix, rebuildLeaseMs });
    const item = exampleItem(newId());
    await next.upsert([item]);
    const [begun, goOn] = [gate(), gate()];
    const lost = cutOff.rebuild(async (fresh) => {
      begun.open();
      await goOn.passed;
      await fresh.upsert([exampleItem(item.tenantId)]);
    });
    const refused = expect(lost).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await Promise.race([begun.passed, lost]);
    await proxy.refuseConnections();
    for (let rebuilt = false; !rebuilt;) {
      rebuilt = await next
        .rebuild((fresh) => fresh.upsert([item]))
        .then(
          () => true,
          (error: { code: string }) => {
            if (error.code !== 'RES_ALREADY_EXISTS') throw error;
            return false;
          },
        );
    }
    await proxy.restore();
    goOn.open();
    await refused;
    expect(await generationsOf(indexPrefix)).toHaveLength(1);
    expect(await next.revisions(item.tenantId, { afterId: null, limit: 10 })).toEqual([
      { id: item.id, revision: 1, deleted: false },
    ]);
  });
});
