import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { AppError } from '@loci/core';
import { createElasticsearchFixture } from '../../../test/elasticsearch.fixture.ts';
import type { IndexedItem } from '../../items/indexed-item.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import type { KeywordIndex } from '../keyword-index.ts';

const fixture = createElasticsearchFixture();
const { client } = fixture;
afterAll(() => fixture.cleanUp());

const listGenerations = async (prefix: string): Promise<string[]> =>
  Object.keys(await client.indices.get({ index: `${prefix}-items-*` }));

/** Creates a promise that resolves when `open` is called. */
function gate(): { passed: Promise<unknown>; open(): void } {
  const events = new EventTarget();
  const passed = once(events, 'open');
  return { passed, open: () => void events.dispatchEvent(new Event('open')) };
}

describe('Elasticsearch rebuild', () => {
  test('runs in only one of several processes that start a rebuild at the same moment', async () => {
    const indexPrefix = fixture.newPrefix();
    const processes = Array.from({ length: 4 }, () => fixture.create({ indexPrefix }));
    // Creates the index of the lease, whose shard is not ready at first.
    await processes[0]!.rebuild(() => Promise.resolve());
    const fill = gate();
    const rebuilds = processes.map((index) => index.rebuild(async () => void (await fill.passed)));
    let rejected = 0;
    const settled = rebuilds.map((rebuild) =>
      rebuild.then(
        () => null,
        (error: AppError) => {
          rejected++;
          return error.code;
        },
      ),
    );
    while (rejected < 3) await delay(20);
    fill.open();
    expect((await Promise.all(settled)).sort()).toEqual(
      [null, ...Array(3).fill('RES_ALREADY_EXISTS')].sort(),
    );
  });

  test('keeps all writes of all processes without causing a search to fail', async () => {
    const indexPrefix = fixture.newPrefix();
    const processes = [fixture.create({ indexPrefix }), fixture.create({ indexPrefix })];
    const [rebuilding] = processes;
    const tenant = newId();
    /**
     * Records of the owner service by id, which are written before the index. A record is an item, or the
     * revision of a removal.
     */
    const records = new Map<string, IndexedItem | number>();
    const put = async (index: KeywordIndex, item: IndexedItem): Promise<void> => {
      records.set(item.id, item);
      await index.upsert([item]);
    };
    const remove = async (index: KeywordIndex, { id, revision }: IndexedItem): Promise<void> => {
      records.set(id, revision + 1);
      await index.remove(tenant, [{ id, revision: revision + 1 }]);
    };
    const initial = Array.from({ length: 50 }, () => exampleItem(tenant));
    await rebuilding!.upsert(initial);
    for (const item of initial) records.set(item.id, item);

    let isRebuilding = true;
    const writing = processes.map(async (index, process) => {
      for (let round = 0; isRebuilding; round++) {
        const item = exampleItem(tenant);
        await put(index, item);
        if (round % 3 === 0) await remove(index, item);
        else await put(index, { ...item, revision: 2, content: 'Changed trains.' });
        const known = initial[(2 * round + process) % initial.length]!;
        await put(index, { ...known, revision: 2 + round });
        expect((await index.search(tenant, { query: 'trains', limit: 1 })).length).toBe(1);
        expect(await index.fetch(tenant, { ids: [known.id] })).toHaveLength(1);
      }
    });
    await rebuilding!.rebuild(async (shadow) => {
      for (const [id, record] of [...records]) {
        if (typeof record === 'number') await shadow.remove(tenant, [{ id, revision: record }]);
        else await shadow.upsert([record]);
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
    const [serving, ...others] = await listGenerations(indexPrefix);
    expect(others).toEqual([]);
    expect(serving).not.toBe(`${indexPrefix}-items-first`);
  });

  test('deletes tenants for which no items are written', async () => {
    const index = fixture.create();
    const [kept, notFilled] = [exampleItem(newId()), exampleItem(newId())];
    await index.upsert([kept, notFilled]);
    await index.rebuild((shadow) => shadow.upsert([kept]));
    expect(await index.listTenants()).toEqual([kept.tenantId]);
    expect(await index.fetch(kept.tenantId, { ids: [kept.id] })).toEqual([kept]);
  });

  test('is allowed only while no other process is rebuilding the index', async () => {
    const indexPrefix = fixture.newPrefix();
    const [first, second] = [fixture.create({ indexPrefix }), fixture.create({ indexPrefix })];
    const [filling, finish] = [gate(), gate()];
    const rebuilt = first.rebuild(async () => {
      filling.open();
      await finish.passed;
    });
    await Promise.race([filling.passed, rebuilt]);
    await expect(second.rebuild(async () => undefined)).rejects.toMatchObject({ code: 'RES_ALREADY_EXISTS' });
    finish.open();
    await rebuilt;
    await second.rebuild(async () => undefined);
  });

  test('leaves the index unchanged and writable if the rebuild fails', async () => {
    const indexPrefix = fixture.newPrefix();
    const index = fixture.create({ indexPrefix });
    const item = exampleItem(newId());
    await index.upsert([item]);
    const reason = new Error('The owner service is unavailable.');
    await expect(index.rebuild(async () => Promise.reject(reason))).rejects.toBe(reason);
    expect(await listGenerations(indexPrefix)).toEqual([`${indexPrefix}-items-first`]);
    await index.upsert([{ ...item, revision: 2 }]);
    expect(await index.fetch(item.tenantId, { ids: [item.id] })).toMatchObject([{ revision: 2 }]);
  });

  test('succeeds if the response to the alias switch is lost', async () => {
    const indexPrefix = fixture.newPrefix();
    let lost = 0;
    const url = await fixture.startResponseDroppingProxy(
      (method, path) => method === 'POST' && path === '/_aliases' && lost++ === 0,
    );
    const index = fixture.create({ indexPrefix, url });
    const item = exampleItem(newId());
    await index.rebuild((shadow) => shadow.upsert([item]));
    expect(lost).toBeGreaterThan(0);
    expect(await index.fetch(item.tenantId, { ids: [item.id] })).toEqual([item]);
    const generations = await listGenerations(indexPrefix);
    expect(generations).toHaveLength(1);
    expect(generations).not.toContain(`${indexPrefix}-items-first`);
  });

  test('leaves the index unchanged if the index is closed during the rebuild', async () => {
    const indexPrefix = fixture.newPrefix();
    const index = fixture.create({ indexPrefix });
    const [filling, resume] = [gate(), gate()];
    const rebuilt = index.rebuild(async (shadow) => {
      filling.open();
      await resume.passed;
      await shadow.upsert([exampleItem(newId())]);
    });
    const rejected = expect(rebuilt).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await Promise.race([filling.passed, rebuilt]);
    const closed = index.close();
    resume.open();
    await rejected;
    await closed;
    expect(await listGenerations(indexPrefix)).toEqual([`${indexPrefix}-items-first`]);
  });

  test('replaces the rebuild of a disconnected process, which then fails without changing the index', async () => {
    const indexPrefix = fixture.newPrefix();
    const rebuildLeaseMs = 4_000;
    const proxy = await fixture.createProxy();
    const disconnected = fixture.create({ indexPrefix, rebuildLeaseMs, url: proxy.url });
    const next = fixture.create({ indexPrefix, rebuildLeaseMs });
    const item = exampleItem(newId());
    await next.upsert([item]);
    const [filling, resume] = [gate(), gate()];
    const abandoned = disconnected.rebuild(async (shadow) => {
      filling.open();
      await resume.passed;
      await shadow.upsert([exampleItem(item.tenantId)]);
    });
    const rejected = expect(abandoned).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await Promise.race([filling.passed, abandoned]);
    await proxy.refuseConnections();
    for (let rebuilt = false; !rebuilt;) {
      rebuilt = await next
        .rebuild((shadow) => shadow.upsert([item]))
        .then(
          () => true,
          (error: { code: string }) => {
            if (error.code !== 'RES_ALREADY_EXISTS') throw error;
            return false;
          },
        );
    }
    await proxy.restore();
    resume.open();
    await rejected;
    expect(await listGenerations(indexPrefix)).toHaveLength(1);
    expect(await next.revisions(item.tenantId, { afterId: null, limit: 10 })).toEqual([
      { id: item.id, revision: 1, deleted: false },
    ]);
  });
});
