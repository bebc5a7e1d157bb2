import { isAppError } from '@loci/core';
import type { Embedder } from '../embedding/embedder.ts';
import type { ItemToIndex } from './index-change.ts';

/** One vector (null: nothing known in the text) per change; undefined where the model refuses this very text. */
export async function embedBatch(
  embedder: Pick<Embedder, 'embed'>,
  batch: readonly ItemToIndex[],
): Promise<(Float32Array | null | undefined)[]> {
  try {
    return await embedder.embed(batch.map(({ item }) => item.content));
  } catch (error) {
    if (isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE') throw error;
    if (batch.length === 1) return [undefined];
    // One text that the model refuses must not fail its neighbours.
    const each: (Float32Array | null | undefined)[] = [];
    for (const change of batch) each.push(...(await embedBatch(embedder, [change])));
    return each;
  }
}
