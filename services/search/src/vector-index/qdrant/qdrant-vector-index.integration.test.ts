import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { freePorts } from '@loci/runtime/free-ports';
import { integrationEngines } from '@loci/testing/integration-engines';
import { listCollections, removeCollections } from '../../../test/qdrant-collections.fixture.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import type { VectorIndex, VectorItem } from '../vector-index.ts';
import { tenantPointIds } from './point-ids.ts';
import { connectQdrant } from './qdrant-connection.ts';
import { createQdrantVectorIndex } from './qdrant-vector-index.ts';
import type { QdrantVectorIndexOptions } from './qdrant-vector-index.ts';

const { qdrant, toxiproxy } = integrationEngines();
const prefixes: string[] = [];
const opened: VectorIndex[] = [];
const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

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

const vector = new Float32Array(4).fill(1);

const item = (tenantId: string, part: Partial<VectorItem> = {}): VectorItem => ({
  ...exampleItem(tenantId),
  vector,
  ...part,
});

const findAll = async (index: VectorIndex, tenantId: string): Promise<string[]> =>
  (await index.search(tenantId, { vector, limit: 1_000 })).map(({ id }) => id).sort();

describe('Qdrant vector index', () => {
  test('ignores a write with an item id that was chosen so that it maps to a point of another tenant', async () => {
    const index = open();
    const [victim, attacker] = [newId(), newId()];
    const own = item(victim);
    await index.upsert([own]);
    const forged = tenantPointIds(attacker).itemOf(tenantPointIds(victim).pointOf(own.id));
    await index.upsert([item(attacker, { id: forged, revision: 1_000 })]);
    await index.remove(attacker, [{ id: forged, revision: 1_001 }]);
    expect(await findAll(index, victim)).toEqual([own.id]);
    expect(await findAll(index, attacker)).toEqual([]);
    await index.dropTenant(attacker);
    expect(await index.count(victim)).toBe(1);
  });

  test('lists revisions in id order, from the lowest to the highest UUID', async () => {
    const index = open();
    const ids = [
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      ...Array.from({ length: 30 }, () => randomUUID()),
    ].sort();
    // Tests several tenants, because the point ids of each tenant wrap around at a different item id.
    for (const tenant of Array.from({ length: 6 }, () => newId())) {
      await index.upsert(ids.map((id) => item(tenant, { id })));
      for (const limit of [1, 7, 32, 100]) {
        const listed: string[] = [];
        for (let afterId: string | null = null; ;) {
          const page = await index.revisions(tenant, { afterId, limit });
          listed.push(...page.map(({ id }) => id));
          if (page.length < limit) break;
          afterId = page.at(-1)!.id;
        }
        expect(listed).toEqual(ids);
      }
    }
  });

  test.each(['stored', 'removed'])(
    'keeps the state "%s" of the highest revision after 20 concurrent writes of one item',
    async (highest) => {
      const collectionPrefix = newPrefix();
      const writers = Array.from({ length: 4 }, () => open({ collectionPrefix }));
      const tenant = newId();
      const id = newId();
      const revisions = Array.from({ length: 20 }, (_, i) => i + 1).sort(() => Math.random() - 0.5);
      await Promise.all(
        revisions.map((revision, i) => {
          const writer = writers[i % writers.length]!;
          const stores = revision === 20 ? highest === 'stored' : revision % 2 === 0;
          return stores
            ? writer.upsert([item(tenant, { id, revision })])
            : writer.remove(tenant, [{ id, revision }]);
        }),
      );
      expect(await writers[0]!.revisions(tenant, { afterId: null, limit: 10 })).toEqual([
        { id, revision: 20, deleted: highest === 'removed' },
      ]);
      await writers[1]!.upsert([item(tenant, { id, revision: 19 })]);
      expect(await findAll(writers[2]!, tenant)).toEqual(highest === 'stored' ? [id] : []);
    },
  );

  test.each(['scalar', 'binary'] as const)(
    'finds the nearest item with its exact score under %s quantization',
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

describe('Qdrant collection', () => {
  test('is created once by concurrent processes, without a lost write', async () => {
    const collectionPrefix = newPrefix();
    const tenant = newId();
    const items = Array.from({ length: 8 }, () => item(tenant));
    await Promise.all(items.map((each) => open({ collectionPrefix }).upsert([each])));
    expect(await findAll(open({ collectionPrefix }), tenant)).toEqual(items.map(({ id }) => id).sort());
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(1);
  });

  describe('that was deleted by an operator', () => {
    let index: VectorIndex;
    let stored: VectorItem;
    beforeEach(async () => {
      const collectionPrefix = newPrefix();
      index = open({ collectionPrefix });
      stored = item(newId());
      await index.upsert([stored]);
      await removeCollections(qdrant, [collectionPrefix]);
    });

    test('is recreated empty by the next search', async () => {
      expect(await findAll(index, stored.tenantId)).toEqual([]);
    });

    test('is recreated by the next write', async () => {
      await index.upsert([stored]);
      expect(await findAll(index, stored.tenantId)).toEqual([stored.id]);
    });
  });
});

describe('Qdrant vector index during an outage', () => {
  let proxy: string;
  let index: VectorIndex;
  let tenant: string;
  let first: VectorItem;
  let second: VectorItem;

  async function callToxiproxy(path: string, method: string, body?: unknown): Promise<void> {
    const response = await fetch(`${toxiproxy.url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(300);
  }

  beforeEach(async () => {
    proxy = `loci-qdrant-${newId()}`;
    const port = (await freePorts(1))[0]!;
    const { host } = new URL(qdrant.url);
    await callToxiproxy('/proxies', 'POST', { name: proxy, listen: `127.0.0.1:${port}`, upstream: host });
    index = open({ url: `http://127.0.0.1:${port}` });
    tenant = newId();
    [first, second] = [item(tenant), item(tenant)];
    await index.upsert([first]);
  });
  afterEach(() => callToxiproxy(`/proxies/${proxy}`, 'DELETE'));

  async function expectUnavailable(): Promise<void> {
    const startedAt = performance.now();
    const calls: (() => Promise<unknown>)[] = [
      () => index.upsert([second]),
      () => index.remove(tenant, [first]),
      () => findAll(index, tenant),
      () => index.count(tenant),
      () => index.nearest(tenant, [{ id: newId(), vector }], 1),
    ];
    for (const result of await Promise.allSettled(calls.map((call) => call())))
      expect(result).toMatchObject({ status: 'rejected', reason: UNAVAILABLE });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  }

  test('rejects calls within five seconds, but only while connections are refused', async () => {
    await callToxiproxy(`/proxies/${proxy}`, 'POST', { enabled: false });
    await expectUnavailable();
    await callToxiproxy(`/proxies/${proxy}`, 'POST', { enabled: true });
    expect(await findAll(index, tenant)).toEqual([first.id]);
  });

  test('rejects calls within five seconds, but only while no responses arrive', async () => {
    const noResponses = {
      name: 'no-responses',
      type: 'timeout',
      stream: 'downstream',
      attributes: { timeout: 0 },
    };
    await callToxiproxy(`/proxies/${proxy}/toxics`, 'POST', noResponses);
    await expectUnavailable();
    await callToxiproxy(`/proxies/${proxy}/toxics/no-responses`, 'DELETE');
    // The failed writes may have been applied. Like a consumer, the test retries them.
    await index.upsert([second, { ...first, revision: 2 }]);
    expect(await findAll(index, tenant)).toEqual([first.id, second.id].sort());
  });
});

describe('Qdrant rebuild', () => {
  /** Timeout of requests. It is short, because a rebuild waits this long for in-flight writes. */
  const timeoutMs = 2_000;

  test('keeps the writes of all processes while it serves complete results', async () => {
    const collectionPrefix = newPrefix();
    const [builder, writer] = [open({ collectionPrefix, timeoutMs }), open({ collectionPrefix, timeoutMs })];
    const tenant = newId();
    const kept = Array.from({ length: 40 }, () => item(tenant));
    const [missingInIndex, orphan, removedMeanwhile, changedMeanwhile] = [
      item(tenant),
      item(tenant),
      item(tenant),
      item(tenant),
    ] as const;
    await writer.upsert([...kept, orphan, removedMeanwhile, changedMeanwhile]);

    const written: VectorItem[] = [];
    let writtenBeforeFill = -1;
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
        const found = await findAll(writer, tenant);
        for (const { id } of kept) expect(found).toContain(id);
      }
    };
    const load = Promise.all([write(), search()]);
    try {
      await builder.rebuild(async (shadow) => {
        writtenBeforeFill = written.length;
        const ownerItems = [...kept, missingInIndex, removedMeanwhile, changedMeanwhile];
        await writer.remove(tenant, [{ id: removedMeanwhile.id, revision: 2 }]);
        await writer.upsert([{ ...changedMeanwhile, revision: 2, vector: null }]);
        await shadow.upsert(ownerItems);
      });
    } finally {
      rebuilding = false;
      await load;
    }

    const found = await findAll(writer, tenant);
    expect(found).toEqual(expect.arrayContaining([...kept, missingInIndex].map(({ id }) => id)));
    for (const { id } of [orphan, removedMeanwhile, changedMeanwhile]) expect(found).not.toContain(id);
    // Outside of this test, `fill` reads earlier writes from the owner services.
    const writtenDuringFill = written.slice(writtenBeforeFill).map(({ id }) => id);
    expect(writtenDuringFill.length).toBeGreaterThan(0);
    expect(found).toEqual(expect.arrayContaining(writtenDuringFill));
    expect(await listCollections(qdrant, [collectionPrefix])).toEqual([expect.stringMatching(/\.4\.2$/)]);
  });

  test('leaves the index unchanged if the rebuild fails', async () => {
    const collectionPrefix = newPrefix();
    const index = open({ collectionPrefix, timeoutMs });
    const stored = item(newId());
    await index.upsert([stored]);
    await expect(index.rebuild(() => Promise.reject(new Error('no source')))).rejects.toThrow('no source');
    expect(await findAll(index, stored.tenantId)).toEqual([stored.id]);
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(1);
  });

  test('deletes the collection and the alias of a crashed rebuild', async () => {
    const collectionPrefix = newPrefix();
    const index = open({ collectionPrefix, timeoutMs });
    const tenant = newId();
    const stored = item(tenant);
    await index.upsert([stored]);

    const crashed = open({ collectionPrefix, timeoutMs });
    const filling = Promise.withResolvers<void>();
    const never = new Promise<void>(() => {});
    void crashed.rebuild(() => (filling.resolve(), never));
    await filling.promise;
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(2);
    await index.upsert([item(tenant)]);

    await index.rebuild((shadow) => shadow.upsert([stored]));
    expect(await findAll(index, tenant)).toEqual([stored.id]);
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(1);
    const { aliases } = await connectQdrant(qdrant).request((client) => client.getAliases());
    const own = aliases.filter(({ alias_name }) => alias_name.startsWith(`${collectionPrefix}.`));
    expect(own).toHaveLength(1);
  });

  test('fails with RES_ALREADY_EXISTS, without changing anything, if a later rebuild has started', async () => {
    const collectionPrefix = newPrefix();
    const [first, second] = [open({ collectionPrefix, timeoutMs }), open({ collectionPrefix, timeoutMs })];
    const tenant = newId();
    const [itemOfFirst, itemOfSecond] = [item(tenant), item(tenant)];
    const filling = Promise.withResolvers<void>();
    const secondDone = Promise.withResolvers<void>();
    const outdated = first.rebuild(async () => {
      filling.resolve();
      await secondDone.promise;
    });
    await filling.promise;
    await second.rebuild((shadow) => shadow.upsert([itemOfSecond]));
    secondDone.resolve();
    await expect(outdated).rejects.toMatchObject({ code: 'RES_ALREADY_EXISTS' });
    expect(await findAll(second, tenant)).toEqual([itemOfSecond.id]);
    expect(await findAll(first, tenant)).not.toContain(itemOfFirst.id);
    expect(await listCollections(qdrant, [collectionPrefix])).toHaveLength(1);
  });
});
