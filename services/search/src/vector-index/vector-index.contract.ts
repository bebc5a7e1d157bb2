import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { describeItemIndexContract, exampleItem } from '../items/item-index.contract.ts';
import type { VectorIndex, VectorItem } from './vector-index.ts';

export interface VectorIndexContract {
  /**
   * Creates an empty index that shares no data with other indexes. Its vectors have `CONTRACT_DIMENSION`
   * dimensions.
   */
  create(): Promise<VectorIndex>;
  /** Waits until writes are visible. */
  settle?: () => Promise<void>;
}

export const CONTRACT_DIMENSION = 24;

/** Defines the contract tests that every vector index must pass. */
export function describeVectorIndexContract({ create, settle = async () => {} }: VectorIndexContract): void {
  describeItemIndexContract({
    name: 'VectorIndex',
    settle,
    create: async () => {
      const index = await create();
      const vector = axis(0);
      return {
        upsert: (items) => index.upsert(items.map((item) => ({ ...item, vector }))),
        remove: (tenantId, entries) => index.remove(tenantId, entries),
        deleteTombstones: (tenantId, entries) => index.deleteTombstones(tenantId, entries),
        findAll: async (tenantId, filter, limit) =>
          (await index.search(tenantId, { vector, filter, limit })).map(({ id }) => id),
        lookUp: async (tenantId, ids) => [...(await index.vectors(tenantId, ids)).keys()],
        revisions: (tenantId, page) => index.revisions(tenantId, page),
        count: (tenantId) => index.count(tenantId),
        dropTenant: (tenantId) => index.dropTenant(tenantId),
        listTenants: () => index.listTenants(),
        rebuild: (fill) =>
          index.rebuild((shadow) =>
            fill({
              upsert: (items) => shadow.upsert(items.map((item) => ({ ...item, vector }))),
              remove: (tenantId, entries) => shadow.remove(tenantId, entries),
            }),
          ),
        close: () => index.close(),
      };
    },
  });

  describe('VectorIndex', () => {
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

    describe('search', () => {
      test('returns the nearest items first, with their cosine similarity as score', async () => {
        const [far, near, nearest] = await store(mix(0, 0.2, 1), mix(0, 2, 1), axis(0));
        const hits = await index.search(tenant, { vector: axis(0), limit: 10 });
        expect(hits.map(({ id }) => id)).toEqual([nearest!.id, near!.id, far!.id]);
        expect(hits[0]!.score).toBeCloseTo(1, 4);
        expect(hits[1]!.score).toBeCloseTo(2 / Math.sqrt(5), 4);
        expect(hits[2]!.score).toBeCloseTo(0.2 / Math.sqrt(1.04), 4);
      });

      test('returns the cosine similarity for a query vector of any length', async () => {
        const [item] = await store(mix(0, 30, 40));
        const [hit] = await index.search(tenant, { vector: axis(0).map((value) => value * 1e-3), limit: 1 });
        expect(hit).toEqual({ id: item!.id, score: expect.closeTo(0.6, 4) });
      });

      test('returns items whose vectors point in the opposite direction with score 0', async () => {
        const [opposite] = await store(axis(0).map((value) => -value));
        expect(await index.search(tenant, { vector: axis(0), limit: 5 })).toEqual([
          { id: opposite!.id, score: 0 },
        ]);
      });

      test.each([
        ['random', 1],
        ['clustered', 0.15],
      ])('finds at least 99 %% of the ten nearest among 4,000 %s vectors', async (_, spread) => {
        const random = seededRandom(7);
        const centers = Array.from({ length: 40 }, () => randomVector(random));
        const nearCenter = (i: number): Float32Array =>
          randomVector(random).map((value, k) => value * spread + centers[i]![k]! * (1 - spread));
        const items = Array.from({ length: 4000 }, (__, i) => ({
          ...exampleItem(tenant),
          vector: nearCenter(i % 40),
        }));
        for (let i = 0; i < items.length; i += 500) await index.upsert(items.slice(i, i + 500));
        await settle();
        let found = 0;
        for (let q = 0; q < 40; q++) {
          const vector = nearCenter(q);
          const hits = await index.search(tenant, { vector, limit: 10 });
          const nearest = new Set(exactNearest(items, vector, 10));
          found += hits.filter(({ id }) => nearest.has(id)).length;
          for (let i = 1; i < hits.length; i++)
            expect(hits[i - 1]!.score).toBeGreaterThanOrEqual(hits[i]!.score);
        }
        expect(found / 400).toBeGreaterThanOrEqual(0.99);
      });
    });

    describe('an item without a vector', () => {
      let withoutVector: VectorItem;
      let withVector: VectorItem;
      beforeEach(async () => {
        [withoutVector, withVector] = (await store(null, axis(0))) as [VectorItem, VectorItem];
      });

      test('is not found by search', async () => {
        const hits = await index.search(tenant, { vector: axis(0), limit: 5 });
        expect(hits.map(({ id }) => id)).toEqual([withVector.id]);
      });

      test('is omitted from the results of score and vectors', async () => {
        const ids = [withoutVector.id];
        expect(await index.score(tenant, { vector: axis(0), ids })).toEqual([]);
        expect((await index.vectors(tenant, ids)).size).toBe(0);
      });

      test('is counted and listed with its revision', async () => {
        expect(await index.count(tenant)).toBe(2);
        expect(await index.revisions(tenant, { afterId: null, limit: 5 })).toContainEqual({
          id: withoutVector.id,
          revision: 1,
          deleted: false,
        });
      });
    });

    test('upsert removes the vector of an item if the newer revision has no vector', async () => {
      const [item] = await store(axis(0));
      await index.upsert([{ ...item!, revision: 2, vector: null }]);
      await settle();
      expect(await index.search(tenant, { vector: axis(0), limit: 5 })).toEqual([]);
    });

    test('upsert adds a vector to an item that has no vector', async () => {
      const [item] = await store(axis(0));
      await index.upsert([{ ...item!, revision: 2, vector: null }]);
      await index.upsert([{ ...item!, revision: 3, vector: axis(1) }]);
      await settle();
      expect(await index.search(tenant, { vector: axis(1), limit: 5 })).toEqual([
        { id: item!.id, score: expect.closeTo(1, 4) },
      ]);
    });

    test('score returns the exact scores of the given items in the order of the ids', async () => {
      const items = await store(mix(0, 1, 1), axis(1), axis(0));
      const ids = [items[1]!.id, newId(), items[0]!.id];
      expect(await index.score(tenant, { vector: axis(0), ids })).toEqual([
        { id: items[1]!.id, score: expect.closeTo(0, 4) },
        { id: items[0]!.id, score: expect.closeTo(Math.SQRT1_2, 4) },
      ]);
    });

    test('score returns an empty list for an empty list of ids', async () => {
      await store(axis(0));
      expect(await index.score(tenant, { vector: axis(0), ids: [] })).toEqual([]);
    });

    describe('nearest', () => {
      let items: VectorItem[];
      let queries: { id: string; vector: Float32Array }[];
      beforeEach(async () => {
        items = await store(axis(0), mix(0, 2, 1), axis(5));
        queries = [
          { id: items[0]!.id, vector: axis(0) },
          { id: items[2]!.id.toUpperCase(), vector: axis(0) },
          { id: newId(), vector: mix(0, 1, 2) },
        ];
      });

      test('returns the nearest item other than the given item for each query', async () => {
        expect(await index.nearest(tenant, queries, 1)).toEqual([
          [{ id: items[1]!.id, score: expect.closeTo(2 / Math.sqrt(5), 4) }],
          [{ id: items[0]!.id, score: expect.closeTo(1, 4) }],
          [{ id: items[1]!.id, score: expect.closeTo(0.8, 4) }],
        ]);
      });

      test('returns several nearest items for a query, best first', async () => {
        expect(await index.nearest(tenant, [queries[2]!], 8)).toEqual([
          [
            { id: items[1]!.id, score: expect.closeTo(0.8, 4) },
            { id: items[0]!.id, score: expect.closeTo(1 / Math.sqrt(5), 4) },
            { id: items[2]!.id, score: 0 },
          ],
        ]);
        expect(await index.nearest(tenant, [queries[0]!], 2)).toMatchObject([
          [{ id: items[1]!.id }, { id: items[2]!.id }],
        ]);
      });

      test('returns no items if the tenant has no other item', async () => {
        await index.remove(tenant, [items[0]!, items[1]!]);
        await settle();
        expect(await index.nearest(tenant, [{ id: items[2]!.id, vector: axis(5) }], 1)).toEqual([[]]);
      });

      test('does not return removed items', async () => {
        await index.remove(tenant, [items[0]!, items[1]!]);
        await settle();
        expect(await index.nearest(tenant, [queries[2]!], 1)).toEqual([[{ id: items[2]!.id, score: 0 }]]);
      });

      test('returns no items for every query of an empty tenant', async () => {
        expect(await index.nearest(newId(), queries, 1)).toEqual([[], [], []]);
      });

      test('returns an empty list for an empty list of queries', async () => {
        expect(await index.nearest(tenant, [], 1)).toEqual([]);
      });
    });

    test('nearest finds the true nearest item for at least 99 % of 300 queries in one call', async () => {
      const random = seededRandom(3);
      const items = await store(...Array.from({ length: 300 }, () => randomVector(random)));
      const nearest = await index.nearest(
        tenant,
        items.map(({ id, vector }) => ({ id, vector: vector! })),
        1,
      );
      let correct = 0;
      items.forEach(({ id, vector }, i) => {
        const others = items.filter((item) => item.id !== id);
        if (exactNearest(others, vector!, 1)[0] === nearest[i]![0]!.id) correct++;
      });
      expect(correct).toBeGreaterThanOrEqual(297);
    });

    test('vectors returns stored vectors with length 1', async () => {
      const [item] = await store(mix(0, 3, 4));
      const stored = (await index.vectors(tenant, [item!.id])).get(item!.id)!;
      expect(stored[0]).toBeCloseTo(0.6, 4);
      expect(stored[1]).toBeCloseTo(0.8, 4);
    });

    test('stored vectors do not change when the caller changes its own arrays', async () => {
      const given = mix(0, 3, 4);
      const [item] = await store(given);
      given.fill(0);
      const returned = (await index.vectors(tenant, [item!.id])).get(item!.id)!;
      returned.fill(0);
      expect((await index.vectors(tenant, [item!.id])).get(item!.id)![0]).toBeCloseTo(0.6, 4);
    });

    test.each([
      ['of another dimension', new Float32Array(CONTRACT_DIMENSION + 1).fill(1)],
      ['of length 0', new Float32Array(CONTRACT_DIMENSION)],
      ['with NaN', new Float32Array(CONTRACT_DIMENSION).fill(NaN)],
    ])('upsert, search, score and nearest reject a vector %s', async (_, vector) => {
      const invalid = { code: 'VAL_FIELD_INVALID' };
      await expect(index.upsert([{ ...exampleItem(tenant), vector }])).rejects.toMatchObject(invalid);
      await expect(index.search(tenant, { vector, limit: 1 })).rejects.toMatchObject(invalid);
      await expect(index.score(tenant, { vector, ids: [] })).rejects.toMatchObject(invalid);
      await expect(index.nearest(tenant, [{ id: newId(), vector }], 1)).rejects.toMatchObject(invalid);
      expect(await index.count(tenant)).toBe(0);
    });

    test('upsert stores nothing if one vector of the batch is invalid', async () => {
      const valid = { ...exampleItem(tenant), vector: axis(0) };
      const invalid = { ...exampleItem(tenant), vector: new Float32Array(3) };
      await expect(index.upsert([valid, invalid])).rejects.toMatchObject({ code: 'VAL_FIELD_INVALID' });
      expect(await index.count(tenant)).toBe(0);
    });
  });
}

/** The unit vector along dimension `k`. */
function axis(k: number): Float32Array {
  const vector = new Float32Array(CONTRACT_DIMENSION);
  vector[k] = 1;
  return vector;
}

/** A vector with the given elements in dimensions `k` and `k + 1`. */
function mix(k: number, first: number, second: number): Float32Array {
  const vector = new Float32Array(CONTRACT_DIMENSION);
  vector[k] = first;
  vector[k + 1] = second;
  return vector;
}

function randomVector(random: () => number): Float32Array {
  return Float32Array.from({ length: CONTRACT_DIMENSION }, () => random() + random() + random() - 1.5);
}

/** The ids of the nearest items, computed by brute force. */
function exactNearest(items: readonly VectorItem[], vector: Float32Array, count: number): string[] {
  const cosines = items.map(({ id, vector: stored }) => {
    const dot = stored!.reduce((sum, value, k) => sum + value * vector[k]!, 0);
    return { id, cosine: dot / Math.hypot(...stored!) };
  });
  return cosines
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, count)
    .map(({ id }) => id);
}

/** Creates a Park-Miller random number generator, so that every run has the same vectors. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
