import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { describeItemIndexContract, exampleItem } from '../items/item-index.contract.ts';
import type { VectorIndex, VectorItem } from './vector-index.ts';

export interface VectorIndexContract {
  /** An empty index of vectors of 24 dimensions, apart from all others. */
  create(): Promise<VectorIndex>;
  /** Makes writes visible, where that takes time. */
  settle?: () => Promise<void>;
}

export const CONTRACT_DIMENSION = 24;

/** What every vector index promises. */
export function describeVectorIndexContract({ create, settle = async () => {} }: VectorIndexContract): void {
  describeItemIndexContract({
    name: 'VectorIndex',
    settle,
    create: async () => {
      const index = await create();
      const everywhere = axis(0);
      return {
        upsert: (items) => index.upsert(items.map((item) => ({ ...item, vector: everywhere }))),
        remove: (tenantId, entries) => index.remove(tenantId, entries),
        findAll: async (tenantId, filter, limit) =>
          (await index.search(tenantId, { vector: everywhere, filter, limit })).map(({ id }) => id),
        lookUp: async (tenantId, ids) => [...(await index.vectors(tenantId, ids)).keys()],
        revisions: (tenantId, page) => index.revisions(tenantId, page),
        count: (tenantId) => index.count(tenantId),
        dropTenant: (tenantId) => index.dropTenant(tenantId),
        listTenants: () => index.listTenants(),
        rebuild: (fill) =>
          index.rebuild((fresh) =>
            fill({
              upsert: (items) => fresh.upsert(items.map((item) => ({ ...item, vector: everywhere }))),
              remove: (tenantId, entries) => fresh.remove(tenantId, entries),
            }),
          ),
        close: () => index.close(),
      };
    },
  });

  describe('VectorIndex: nearness', () => {
    let index: VectorIndex;
    let tenant: string;
    beforeAll(async () => {
      index = await create();
    });
    beforeEach(() => {
      tenant = newId();
    });
    afterAll(() => index.close());

    async function store(...vectors: (Float32Array | null)[]): Promise<VectorItem[]> {
      const items = vectors.map((vector) => ({ ...exampleItem(tenant), vector }));
      await index.upsert(items);
      await settle();
      return items;
    }

    test('the nearest come first, with their cosine as score', async () => {
      const [far, near, nearest] = await store(mix(0, 0.2, 1), mix(0, 2, 1), axis(0));
      const hits = await index.search(tenant, { vector: axis(0), limit: 10 });
      expect(hits.map(({ id }) => id)).toEqual([nearest!.id, near!.id, far!.id]);
      expect(hits[0]!.score).toBeCloseTo(1, 4);
      expect(hits[1]!.score).toBeCloseTo(2 / Math.sqrt(5), 4);
      expect(hits[2]!.score).toBeCloseTo(0.2 / Math.sqrt(1.04), 4);
    });

    test('the length of a vector does not matter', async () => {
      const [item] = await store(mix(0, 30, 40));
      const [hit] = await index.search(tenant, { vector: axis(0).map((value) => value * 1e-3), limit: 1 });
      expect(hit).toEqual({ id: item!.id, score: expect.closeTo(0.6, 4) });
    });

    test('a score is never below 0, and nothing is dropped for a low one', async () => {
      const [opposite] = await store(axis(0).map((value) => -value));
      expect(await index.search(tenant, { vector: axis(0), limit: 5 })).toEqual([
        { id: opposite!.id, score: 0 },
      ]);
    });

    test('an item without a vector is known and never found', async () => {
      const [silent, loud] = await store(null, axis(0));
      expect((await index.search(tenant, { vector: axis(0), limit: 5 })).map(({ id }) => id)).toEqual([
        loud!.id,
      ]);
      expect(await index.score(tenant, { vector: axis(0), ids: [silent!.id] })).toEqual([]);
      expect((await index.vectors(tenant, [silent!.id])).size).toBe(0);
      expect(await index.count(tenant)).toBe(2);
      expect(await index.revisions(tenant, { afterId: null, limit: 5 })).toContainEqual({
        id: silent!.id,
        revision: 1,
        deleted: false,
      });
    });

    test('an item can lose its vector and get another', async () => {
      const [item] = await store(axis(0));
      await index.upsert([{ ...item!, revision: 2, vector: null }]);
      await settle();
      expect(await index.search(tenant, { vector: axis(0), limit: 5 })).toEqual([]);
      await index.upsert([{ ...item!, revision: 3, vector: axis(1) }]);
      await settle();
      expect(await index.search(tenant, { vector: axis(1), limit: 5 })).toEqual([
        { id: item!.id, score: expect.closeTo(1, 4) },
      ]);
    });

    test('scores of given items are exact and keep the order of the ids', async () => {
      const items = await store(mix(0, 1, 1), axis(1), axis(0));
      const ids = [items[1]!.id, newId(), items[0]!.id];
      expect(await index.score(tenant, { vector: axis(0), ids })).toEqual([
        { id: items[1]!.id, score: expect.closeTo(0, 4) },
        { id: items[0]!.id, score: expect.closeTo(Math.SQRT1_2, 4) },
      ]);
      expect(await index.score(tenant, { vector: axis(0), ids: [] })).toEqual([]);
    });

    test('the nearest other item is found for each of a batch', async () => {
      const [first, second, third] = await store(axis(0), mix(0, 2, 1), axis(5));
      const queries = [
        { id: first!.id, vector: axis(0) },
        { id: third!.id.toUpperCase(), vector: axis(0) },
        { id: newId(), vector: mix(0, 1, 2) },
      ];
      expect(await index.nearest(tenant, queries)).toEqual([
        { id: second!.id, score: expect.closeTo(2 / Math.sqrt(5), 4) },
        { id: first!.id, score: expect.closeTo(1, 4) },
        { id: second!.id, score: expect.closeTo(0.8, 4) },
      ]);
      expect(await index.nearest(tenant, [])).toEqual([]);
      await index.remove(tenant, [first!, second!]);
      await settle();
      expect(await index.nearest(tenant, [{ id: third!.id, vector: axis(5) }, queries[2]!])).toEqual([
        null,
        { id: third!.id, score: 0 },
      ]);
      expect(await index.nearest(newId(), queries)).toEqual([null, null, null]);
    });

    test('the nearest are found for more than fit one turn', async () => {
      const random = seededRandom(3);
      const items = await store(...Array.from({ length: 300 }, () => randomVector(random)));
      const nearest = await index.nearest(
        tenant,
        items.map(({ id, vector }) => ({ id, vector: vector! })),
      );
      let right = 0;
      items.forEach(({ id, vector }, i) => {
        const others = items.filter((item) => item.id !== id);
        if (trueNearest(others, vector!, 1)[0] === nearest[i]!.id) right++;
      });
      expect(right).toBeGreaterThanOrEqual(297);
    });

    test('vectors are given back with length 1, and are copies', async () => {
      const given = mix(0, 3, 4);
      const [item] = await store(given);
      given.fill(0);
      const stored = (await index.vectors(tenant, [item!.id])).get(item!.id)!;
      expect(stored[0]).toBeCloseTo(0.6, 4);
      expect(stored[1]).toBeCloseTo(0.8, 4);
      stored.fill(0);
      expect((await index.vectors(tenant, [item!.id])).get(item!.id)![0]).toBeCloseTo(0.6, 4);
    });

    test('a vector of another dimension, of length 0, or with NaN is refused', async () => {
      const refused = { code: 'VAL_FIELD_INVALID' };
      const item = exampleItem(tenant);
      const zero = new Float32Array(index.dimension);
      for (const vector of [new Float32Array(index.dimension + 1).fill(1), zero, zero.map(() => NaN)]) {
        await expect(index.upsert([{ ...item, vector }])).rejects.toMatchObject(refused);
        await expect(index.search(tenant, { vector, limit: 1 })).rejects.toMatchObject(refused);
        await expect(index.score(tenant, { vector, ids: [] })).rejects.toMatchObject(refused);
        await expect(index.nearest(tenant, [{ id: newId(), vector }])).rejects.toMatchObject(refused);
      }
      expect(await index.count(tenant)).toBe(0);
    });

    test('one bad vector keeps the whole batch out', async () => {
      const good = { ...exampleItem(tenant), vector: axis(0) };
      const bad = { ...exampleItem(tenant), vector: new Float32Array(3) };
      await expect(index.upsert([good, bad])).rejects.toMatchObject({ code: 'VAL_FIELD_INVALID' });
      expect(await index.count(tenant)).toBe(0);
    });

    test.each([
      ['at random', 1],
      ['in clusters', 0.15],
    ])('of the ten true nearest at least 99 %% are found among vectors %s', async (_, spread) => {
      const random = seededRandom(7);
      const centres = Array.from({ length: 40 }, () => randomVector(random));
      const items = Array.from({ length: 4000 }, (__, i) => {
        const vector = randomVector(random).map(
          (value, k) => value * spread + centres[i % 40]![k]! * (1 - spread),
        );
        return { ...exampleItem(tenant), vector };
      });
      for (let i = 0; i < items.length; i += 500) await index.upsert(items.slice(i, i + 500));
      await settle();
      let found = 0;
      for (let q = 0; q < 40; q++) {
        const vector = randomVector(random).map(
          (value, k) => value * spread + centres[q]![k]! * (1 - spread),
        );
        const hits = await index.search(tenant, { vector, limit: 10 });
        const nearest = new Set(trueNearest(items, vector, 10));
        found += hits.filter(({ id }) => nearest.has(id)).length;
        for (let i = 1; i < hits.length; i++)
          expect(hits[i - 1]!.score).toBeGreaterThanOrEqual(hits[i]!.score);
      }
      expect(found / 400).toBeGreaterThanOrEqual(0.99);
    });
  });
}

function axis(k: number): Float32Array {
  const vector = new Float32Array(CONTRACT_DIMENSION);
  vector[k] = 1;
  return vector;
}

function mix(k: number, first: number, second: number): Float32Array {
  const vector = new Float32Array(CONTRACT_DIMENSION);
  vector[k] = first;
  vector[k + 1] = second;
  return vector;
}

function randomVector(random: () => number): Float32Array {
  return Float32Array.from({ length: CONTRACT_DIMENSION }, () => random() + random() + random() - 1.5);
}

function trueNearest(items: readonly VectorItem[], vector: Float32Array, count: number): string[] {
  const cosines = items.map(({ id, vector: stored }) => {
    const dot = stored!.reduce((sum, value, k) => sum + value * vector[k]!, 0);
    return { id, cosine: dot / Math.hypot(...stored!) };
  });
  return cosines
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, count)
    .map(({ id }) => id);
}

// Park and Miller's generator: the same vectors in every run.
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
