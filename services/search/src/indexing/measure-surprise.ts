import type { VectorIndex } from '../vector-index/vector-index.ts';

export interface NewVector {
  tenantId: string;
  id: string;
  vector: Float32Array;
}

/**
 * How new each vector is to its tenant: 1 - the best similarity to what is indexed already and to those before
 * it in the batch. Measured before the batch is indexed; an item that is there already (a redelivery) is not
 * compared with itself.
 *
 * @returns by id, 0..1
 * @see SPEC.md "Memory" surprise_score; DECISIONS.md "Memories"
 */
export async function measureSurprise(
  index: Pick<VectorIndex, 'search'>,
  batch: readonly NewVector[],
): Promise<Map<string, number>> {
  const surprise = new Map<string, number>();
  const before = new Map<string, Float32Array[]>();
  await Promise.all(
    batch.map(async ({ tenantId, id, vector }) => {
      const earlier = before.get(tenantId) ?? [];
      before.set(tenantId, [...earlier, vector]);
      const nearest = await index.search(tenantId, { vector, limit: 2 });
      const indexed = nearest.find((hit) => hit.id !== id)?.score ?? 0;
      const inBatch = earlier.reduce((best, other) => Math.max(best, dot(vector, other)), 0);
      surprise.set(id, 1 - Math.min(1, Math.max(indexed, inBatch)));
    }),
  );
  return surprise;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
