import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { realServers } from '@loci/testing/integration-engines';
import { exampleItem } from '../../items/item-index.contract.ts';
import { connectQdrant } from './qdrant-connection.ts';
import { tenantPointIds } from './point-ids.ts';
import { listCollections, removeCollections } from '../../../test/qdrant-collections.fixture.ts';
import { createQdrantVectorIndex } from './qdrant-vector-index.ts';
import type { QdrantVectorIndexOptions } from './qdrant-vector-index.ts';
import type { VectorIndex, VectorItem } from '../vector-index.ts';

const { qdrant, toxiproxy } = realServers();
const prefixes: string[] = [];
const opened: VectorIndex[] = [];
const unavailable = { code: 'SYS_SERVICE_UNAVAILABLE' };

afterEach(() => Promise.all(opened.splice(0).map((index) => index.close())));
afterAll(() => removeCollections(qdrant, prefixes));

function newPrefix(): string {
  prefixes.push(`test-${newId()}`);
  return prefixes.at(-1)!;
}

function open(options: Partial<QdrantVectorIndexOptions> = {}): VectorIndex {
  const index = createQdrantVectorIndex({
    ...qdrant,
    collectionPrefix: options.collectionPrefix ?? newPrefix(),
    model: 'test/model',
    dimension: 4,
    ...options,
  });
  opened.push(index);
  return index;
}

const everywhere = new Float32Array(4).fill(1);

const item = (tenantId: string, part: Partial<VectorItem> = {}): VectorItem => ({
  ...exampleItem(tenantId),
  vector: everywhere,
  ...part,
});

const find = async (index: VectorIndex, tenantId: string): Promise<string[]> =>
  (await index.search(tenantId, { vector: everywhere, limit: 1_000 })).map(({ id }) => id).sort();

describe('points', () => {
  test('an id forged to fall on another tenant’s point changes nothing there', async () => {
    const index = open();
    const [victim, attacker] = [newId(), newId()];
    const own = item(victim);
    await index.upsert([own]);
    const forged = tenantPointIds(attacker).itemOf(tenantPointIds(victim).pointOf(own.id));
    await index.upsert([item(attacker, { id: forged, revision: 1_000 })]);
    await index.remove(attacker, [{ id: forged, revision: 1_001 }]);
    expect(await find(index, victim)).toEqual([own.id]);
    expect(await find(index, attacker)).toEqual([]);
    await index.dropTenant(attacker);
    expect(await index.count(victim)).toBe(1);
  });

  test('the inventory is in id order from the least to the greatest of all ids', async () => {
    const index = open();
    const ids = [
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      ...Array.from({ length: 30 }, () => randomUUID()),
    ].sort();
    // Their points begin at different places of the ring.
    for (const tenant of Array.from({ length: 6 }, () => newId())) {
      await index.upsert(ids.map((id) => item(tenant, { id })));
      for (const limit of [1, 7, 32, 100]) {
        const seen: string[] = [];
        for (let afterId: string | null = null; ;) {
          const page = await index.revisions(tenant, { afterId, limit });
          seen.push(...page.map(({ id }) => id));
          if (page.length < limit) break;
          afterId = page.at(-1)!.id;
        }
        expect(seen).toEqual(ids);
      }
    }
  });

  test('twenty writers of one item, in any order, end at its greatest revision', async () => {
    const collectionPrefix = newPrefix();
    const writers = Array.from({ length: 4 }, () => open({ collectionPrefix }));
    for (const last of ['stored', 'removed']) {
      const tenant = newId();
      const id = newId();
      const revisions = Array.from({ length: 20 }, (_, i) => i + 1).sort(() => Math.random() - 0.5);
      await Promise.all(
        revisions.map((revision, i) => {
          const writer = writers[i % writers.length]!;
          const stores = revision === 20 ? last === 'stored' : revision % 2 === 0;
          return stores
            ? writer.upsert([item(tenant, { id, revision })])
            : writer.remove(tenant, [{ id, revision }]);
        }),
      );
      expect(await writers[0]!.revisions(tenant, { afterId: null, limit: 10 })).toEqual([
        { id, revision: 20, deleted: last === 'removed' },
      ]);
      await writers[1]!.upsert([item(tenant, { id, revision: 19 })]);
      expect(await find(writers[2]!, tenant)).toEqual(last === 'stored' ? [id] : []);
    }
  });

  test.each(['scalar', 'binary'] as const)(
    '%s quantisation finds and scores the same',
    async (quantization) => {
      const index = open({ quantization, dimension: 64, shardNumber: 2, replicationFactor: 1 });
      const tenant = newId();
      const items = Array.from({ length: 200 }, (_, i) =>
        item(tenant, {
          vector: Float32Array.from({ length: 64 }, (__, k) => Math.sin(i * 7.3 + k * (1 + i / 50))),
        }),
      );
      await index.upsert(items);
      const wanted = items[17]!;
      const [hit] = await index.search(tenant, { vector: wanted.vector!, limit: 1 });
      expect(hit).toEqual({ id: wanted.id, score: expect.closeTo(1, 4) });
    },
  );
});

describe('collections', () => {
  test('many processes make the collection at once, and lose nothing', async () => {
    const collectionPrefix = newPrefix();
    const tenant = newId();
    const items = Array.from({ length: 8 }, () => item(tenant));
    await Promise.all(items.map((each) => open({ collectionPrefix }).upsert([each])));
    expect(await find(open({ collectionPrefix }), tenant)).toEqual(items.map(({ id }) => id).sort());
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(1);
  });

  test('a collection that somebody deleted is made again by the next call', async () => {
    const collectionPrefix = newPrefix();
    const index = open({ collectionPrefix });
    const tenant = newId();
    const each = item(tenant);
    await index.upsert([each]);
    await removeCollections(qdrant, [collectionPrefix]);
    expect(await find(index, tenant)).toEqual([]);
    await removeCollections(qdrant, [collectionPrefix]);
    await index.upsert([each]);
    expect(await find(index, tenant)).toEqual([each.id]);
  });
});

describe('a server that is cut off', () => {
  const proxy = `loci-qdrant-${newId()}`;
  const set = async (path: string, method: string, body?: unknown): Promise<void> => {
    const response = await fetch(`${toxiproxy.url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(300);
  };
  afterAll(() => set(`/proxies/${proxy}`, 'DELETE'));

  test('is unavailable within five seconds, and serves again when it is back', async () => {
    const port = await freePort();
    const { host } = new URL(qdrant.url);
    await set('/proxies', 'POST', { name: proxy, listen: `127.0.0.1:${port}`, upstream: host });
    const index = open({ url: `http://127.0.0.1:${port}` });
    const tenant = newId();
    const [first, second] = [item(tenant), item(tenant)];
    await index.upsert([first]);

    const refused = async (): Promise<void> => {
      const startedAt = performance.now();
      const calls: (() => Promise<unknown>)[] = [
        () => index.upsert([second]),
        () => index.remove(tenant, [first]),
        () => find(index, tenant),
        () => index.count(tenant),
        () => index.nearest(tenant, [{ id: newId(), vector: everywhere }]),
      ];
      for (const result of await Promise.allSettled(calls.map((call) => call())))
        expect(result).toMatchObject({ status: 'rejected', reason: unavailable });
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    };

    await set(`/proxies/${proxy}`, 'POST', { enabled: false });
    await refused();
    await set(`/proxies/${proxy}`, 'POST', { enabled: true });
    expect(await find(index, tenant)).toEqual([first.id]);

    // Nothing comes back any more, not even a refusal.
    const silence = { name: 'silence', type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } };
    await set(`/proxies/${proxy}/toxics`, 'POST', silence);
    await refused();
    await set(`/proxies/${proxy}/toxics/silence`, 'DELETE');
    // The writes above have arrived or not; both are sent again, as consumers do.
    await index.upsert([second, { ...first, revision: 2 }]);
    expect(await find(index, tenant)).toEqual([first.id, second.id].sort());
  });
});

describe('a rebuild', () => {
  /** Short, because a rebuild waits for it. */
  const timeoutMs = 2_000;

  test('replaces what is there, loses no write of any process, and is never seen half done', async () => {
    const collectionPrefix = newPrefix();
    const [builder, writer] = [open({ collectionPrefix, timeoutMs }), open({ collectionPrefix, timeoutMs })];
    const tenant = newId();
    const kept = Array.from({ length: 40 }, () => item(tenant));
    const [lostByTheIndex, orphan, removedMeanwhile, changedMeanwhile] = [
      item(tenant),
      item(tenant),
      item(tenant),
      item(tenant),
    ] as const;
    await writer.upsert([...kept, orphan, removedMeanwhile, changedMeanwhile]);

    const written: VectorItem[] = [];
    let sinceFilling = -1;
    let rebuilding = true;
    const write = async (): Promise<void> => {
      while (rebuilding) {
        const each = item(tenant);
        await writer.upsert([each]);
        written.push(each);
      }
    };
    const search = async (): Promise<void> => {
      while (rebuilding) {
        const found = await find(writer, tenant);
        for (const { id } of kept) expect(found).toContain(id);
      }
    };
    const busy = Promise.all([write(), search()]);
    try {
      await builder.rebuild(async (fresh) => {
        sinceFilling = written.length;
        const read = [...kept, lostByTheIndex, removedMeanwhile, changedMeanwhile];
        await writer.remove(tenant, [{ id: removedMeanwhile.id, revision: 2 }]);
        await writer.upsert([{ ...changedMeanwhile, revision: 2, vector: null }]);
        await fresh.upsert(read);
      });
    } finally {
      rebuilding = false;
      await busy;
    }

    const found = await find(writer, tenant);
    expect(found).toEqual(expect.arrayContaining([...kept, lostByTheIndex].map(({ id }) => id)));
    for (const { id } of [orphan, removedMeanwhile, changedMeanwhile]) expect(found).not.toContain(id);
    // What was written before that is the owner's to fill in.
    const late = written.slice(sinceFilling).map(({ id }) => id);
    expect(late.length).toBeGreaterThan(0);
    expect(found).toEqual(expect.arrayContaining(late));
    expect(await listCollections(qdrant, [collectionPrefix])).toEqual([expect.stringMatching(/\.4\.2$/)]);
  });

  test('that fails leaves all as it was; what a crashed one has left goes with the next', async () => {
    const collectionPrefix = newPrefix();
    const index = open({ collectionPrefix, timeoutMs });
    const tenant = newId();
    const each = item(tenant);
    await index.upsert([each]);

    await expect(index.rebuild(() => Promise.reject(new Error('no source')))).rejects.toThrow('no source');
    expect(await find(index, tenant)).toEqual([each.id]);
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(1);

    const crashed = open({ collectionPrefix, timeoutMs });
    const filling = Promise.withResolvers<void>();
    const never = new Promise<void>(() => {});
    void crashed.rebuild(() => (filling.resolve(), never));
    await filling.promise;
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(2);
    const other = item(tenant);
    await index.upsert([other]);

    await index.rebuild((fresh) => fresh.upsert([each]));
    expect(await find(index, tenant)).toEqual([each.id]);
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(1);
    const { aliases } = await connectQdrant(qdrant).request((client) => client.getAliases());
    const own = aliases.filter(({ alias_name }) => alias_name.startsWith(`${collectionPrefix}.`));
    expect(own).toHaveLength(1);
  });

  test('yields to one that begins later', async () => {
    const collectionPrefix = newPrefix();
    const [first, second] = [open({ collectionPrefix, timeoutMs }), open({ collectionPrefix, timeoutMs })];
    const tenant = newId();
    const [ofFirst, ofSecond] = [item(tenant), item(tenant)];
    const filling = Promise.withResolvers<void>();
    const secondDone = Promise.withResolvers<void>();
    const outdated = first.rebuild(async () => {
      filling.resolve();
      await secondDone.promise;
    });
    await filling.promise;
    await second.rebuild((fresh) => fresh.upsert([ofSecond]));
    secondDone.resolve();
    await expect(outdated).rejects.toMatchObject({ code: 'RES_ALREADY_EXISTS' });
    expect(await find(second, tenant)).toEqual([ofSecond.id]);
    expect(await find(first, tenant)).not.toContain(ofFirst.id);
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(1);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
