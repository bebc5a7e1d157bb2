import type { VectorIndex } from '../vector-index/vector-index.ts';

export interface NewVector {
  tenantId: string;
  id: string;
  /** Unit vector. */
  vector: Float32Array;
}

/**
 * Measures the surprise score of new items: 1 minus the greatest similarity of an item's vector to an indexed
 * vector of the tenant or a preceding vector of the batch. An indexed vector with the same id is ignored, so
 * a redelivered item is not compared with itself.
 *
 * @param batch vectors of the new items
 * @returns surprise scores by id, 0..1
 * @see docs/reference/memories.md#surprise-score
 */
export async function measureSurprise(
  index: Pick<VectorIndex, 'nearest'>,
  batch: readonly NewVector[],
): Promise<Map<string, number>> {
  const byTenant = Map.groupBy(batch, ({ tenantId }) => tenantId);
  const measured = await Promise.all(
    [...byTenant].map(async ([tenantId, vectors]) => {
      const nearest = await index.nearest(tenantId, vectors);
      return vectors.map(({ id, vector }, i): [string, number] => {
        let best = nearest[i]?.score ?? 0;
        for (const earlier of vectors.slice(0, i)) best = Math.max(best, dotProduct(vector, earlier.vector));
        return [id, 1 - Math.min(1, best)];
      });
    }),
  );
  return new Map(measured.flat());
}

function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
