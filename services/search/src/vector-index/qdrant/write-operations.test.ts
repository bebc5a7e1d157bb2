import { expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { exampleItem } from '../../items/item-index.contract.ts';
import type { VectorItem } from '../vector-index.ts';
import { removeOperations, upsertOperations } from './write-operations.ts';

const item = (tenantId: string, part: Partial<VectorItem> = {}): VectorItem => ({
  ...exampleItem(tenantId),
  vector: new Float32Array(4).fill(1),
  ...part,
});

test('a batch of 256 items is one request, with an operation for each tenant and revision', () => {
  const [one, other] = [newId(), newId()];
  const items = Array.from({ length: 256 }, (_, i) =>
    item(i % 2 === 0 ? one : other, { revision: 1 + (i % 3) }),
  );
  const requests = upsertOperations(items, 4);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toHaveLength(6);
  for (const { upsert } of requests[0]!) {
    const points = (upsert as unknown as { points: { payload: { tenant_id: string; revision: number } }[] })
      .points;
    const { tenant_id, revision } = points[0]!.payload;
    expect(
      points.every(({ payload }) => payload.tenant_id === tenant_id && payload.revision === revision),
    ).toBe(true);
    expect(upsert.update_filter).toEqual({
      must: [
        { key: 'tenant_id', match: { value: tenant_id } },
        { key: 'revision', range: { lt: revision } },
      ],
    });
  }
});

test('no request outgrows what the server takes at once', () => {
  const tenant = newId();
  const vector = new Float32Array(8192).fill(1);
  const requests = upsertOperations(
    Array.from({ length: 256 }, () => item(tenant, { vector })),
    8192,
  );
  expect(requests.length).toBeGreaterThan(1);
  for (const request of requests) expect(JSON.stringify(request).length).toBeLessThan(32 * 1024 * 1024);
  expect(upsertOperations([], 4)).toEqual([]);
});

test('a removal yields to a newer revision only', () => {
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
