import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { exampleItem } from '../../items/item-index.contract.ts';
import type { VectorItem } from '../vector-index.ts';
import { removeOperations, upsertOperations } from './write-operations.ts';

const item = (tenantId: string, part: Partial<VectorItem> = {}): VectorItem => ({
  ...exampleItem(tenantId),
  vector: new Float32Array(4).fill(1),
  ...part,
});

interface UpsertedPoints {
  points: { payload: { tenant_id: string; revision: number } }[];
}

describe('upsertOperations', () => {
  const [one, other] = [newId(), newId()];
  const items = Array.from({ length: 256 }, (_, i) =>
    item(i % 2 === 0 ? one : other, { revision: 1 + (i % 3) }),
  );

  test('groups a batch of 256 items by tenant and revision in one request', () => {
    const requests = upsertOperations(items, 4);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toHaveLength(6);
    for (const { upsert } of requests[0]!) {
      const { points } = upsert as unknown as UpsertedPoints;
      const { tenant_id, revision } = points[0]!.payload;
      for (const { payload } of points) expect(payload).toMatchObject({ tenant_id, revision });
    }
  });

  test('overwrites only points of the same tenant with a lower revision', () => {
    for (const { upsert } of upsertOperations(items, 4)[0]!) {
      const { tenant_id, revision } = (upsert as unknown as UpsertedPoints).points[0]!.payload;
      expect(upsert.update_filter).toEqual({
        must: [
          { key: 'tenant_id', match: { value: tenant_id } },
          { key: 'revision', range: { lt: revision } },
        ],
      });
    }
  });

  test('splits a batch into requests that are smaller than the request limit of Qdrant', () => {
    const tenant = newId();
    const vector = new Float32Array(8192).fill(1);
    const requests = upsertOperations(
      Array.from({ length: 256 }, () => item(tenant, { vector })),
      8192,
    );
    expect(requests.length).toBeGreaterThan(1);
    for (const request of requests) expect(JSON.stringify(request).length).toBeLessThan(32 * 1024 * 1024);
  });

  test('creates no request for an empty batch', () => {
    expect(upsertOperations([], 4)).toEqual([]);
  });
});

describe('removeOperations', () => {
  test('stores the newest tombstone of an item, unless a newer revision is stored', () => {
    const tenant = newId();
    const id = newId();
    const [[operation]] = removeOperations(tenant, [
      { id, revision: 3 },
      { id: id.toUpperCase(), revision: 5 },
    ]) as [[ReturnType<typeof removeOperations>[0][0]]];
    expect(operation!.upsert).toMatchObject({
      points: [{ vector: {}, payload: { tenant_id: tenant, revision: 5, removed: true } }],
      update_filter: { must: [{ match: { value: tenant } }, { range: { lte: 5 } }] },
    });
  });
});
