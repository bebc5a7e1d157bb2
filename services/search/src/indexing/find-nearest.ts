import { QuantizedMatrix } from '../vector-index/embedded/quantized-matrix.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';

export interface NewVector {
  tenantId: string;
  id: string;
  /** Vector of the item, with length 1. */
  vector: Float32Array;
}

/** Maximum number of indexed items that are returned for each new item. */
const MAX_NEAREST = 3;

/** Another item, and its cosine similarity, 0..1. */
export interface NearestItem {
  id: string;
  similarity: number;
}

/**
 * Finds the items that are nearest to each new item: indexed items of the tenant, and the nearest preceding item of the
 * batch. An indexed item with the same id is ignored, so a redelivered item is not compared with itself.
 *
 * @param batch vectors of the new items
 * @returns nearest items by id of the new items, best first
 */
export async function findNearest(
  index: Pick<VectorIndex, 'nearest'>,
  batch: readonly NewVector[],
): Promise<Map<string, NearestItem[]>> {
  const byTenant = Map.groupBy(batch, ({ tenantId }) => tenantId);
  const measured = await Promise.all(
    [...byTenant].map(async ([tenantId, vectors]) => {
      const nearest = await index.nearest(tenantId, vectors, MAX_NEAREST);
      const preceding = findNearestPreceding(vectors.map(({ vector }) => vector));
      return vectors.map(({ id }, i): [string, NearestItem[]] => {
        const found = nearest[i]!.map((hit) => ({ id: hit.id, similarity: hit.score }));
        const { place, similarity } = preceding[i]!;
        if (place !== -1) found.push({ id: vectors[place]!.id, similarity });
        return [id, found.sort((a, b) => b.similarity - a.similarity)];
      });
    }),
  );
  return new Map(measured.flat());
}

/**
 * Returns the surprise score of an item, 0..1: 1 minus its similarity to the nearest item.
 *
 * @param nearest the nearest items, best first
 *
 * @see docs/reference/memories.md#surprise-score
 */
export const toSurprise = (nearest: readonly NearestItem[]): number =>
  1 - Math.min(1, nearest[0]?.similarity ?? 0);

/**
 * Returns the place of the nearest preceding vector of the batch and its similarity for each vector, or -1 and 0. The
 * number of comparisons is quadratic in the size of the batch, so the scan kernel computes them.
 */
function findNearestPreceding(vectors: readonly Float32Array[]): { place: number; similarity: number }[] {
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
    preceding.setVector(i, vector);
    return { place: best, similarity: best === -1 ? 0 : preceding.dot(best, vector) };
  });
}
