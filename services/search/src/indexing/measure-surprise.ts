import type { VectorIndex } from '../vector-index/vector-index.ts';

export interface NewVector {
  tenantId: string;
  id: string;
  /** Of length 1. */
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
  index: Pick<VectorIndex, 'nearest'>,
  batch: readonly NewVector[],
): Promise<Map<string, number>> {
  const byTenant = Map.groupBy(batch, ({ tenantId }) => tenantId);
  const measured = await Promise.all(
    [...byTenant].map(async ([tenantId, vectors]) => {
      const nearest = await index.nearest(tenantId, vectors);
      return vectors.map(({ id, vector }, i): [string, number] => {
        let best = nearest[i]?.score ?? 0;
        for (const earlier of vectors.slice(0, i)) best = Math.max(best, dot(vector, earlier.vector));
        return [id, 1 - Math.min(1, best)];
      });
    }),
  );
  return new Map(measured.flat());
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
