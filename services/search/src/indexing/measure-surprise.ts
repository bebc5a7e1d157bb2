import { quantizeRow } from '../vector-index/embedded/quantization.ts';
import { QuantizedMatrix } from '../vector-index/embedded/quantized-matrix.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';

export interface NewVector {
  tenantId: string;
  id: string;
  /** Vector of the item, with length 1. */
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
      const precedingSimilarity = maxPrecedingSimilarities(vectors.map(({ vector }) => vector));
      return vectors.map(({ id }, i): [string, number] => {
        const best = Math.max(nearest[i]?.score ?? 0, precedingSimilarity[i]!);
        return [id, 1 - Math.min(1, best)];
      });
    }),
  );
  return new Map(measured.flat());
}

/**
 * Returns the greatest similarity of each vector to the preceding vectors of the batch, or 0. The number of
 * comparisons is quadratic in the size of the batch, so the scan kernel computes them.
 */
function maxPrecedingSimilarities(vectors: readonly Float32Array[]): number[] {
  const [first] = vectors;
  if (!first) return [];
  const preceding = new QuantizedMatrix(first.length);
  return vectors.map((vector, i) => {
    let best = -1;
    let bestScore = 0;
    preceding.forEachScoreBlock(vector, i, (start, scores) => {
      for (let k = 0; k < scores.length; k++) {
        if (scores[k]! <= bestScore) continue;
        bestScore = scores[k]!;
        best = start + k;
      }
    });
    preceding.set(i, quantizeRow(vector));
    return best === -1 ? 0 : preceding.dot(best, vector);
  });
}
