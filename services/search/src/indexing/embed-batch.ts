import type { Embedder } from '../embedding/embedder.ts';
import { isUnavailable } from '../or-null-if-unavailable.ts';
import type { ItemToIndex } from './index-change.ts';

/**
 * Embeds the contents of a batch. If the model rejects the batch, each text is embedded separately, so that
 * one rejected text does not fail the others.
 *
 * @param batch at most `maxBatch` items of the embedder
 * @returns one entry per item: its vector, null if the model has no vector for the text, or undefined if the
 *   model rejects the text
 * @throws SYS_SERVICE_UNAVAILABLE if the embedder is unavailable
 */
export async function embedBatch(
  embedder: Pick<Embedder, 'embed'>,
  batch: readonly ItemToIndex[],
): Promise<(Float32Array | null | undefined)[]> {
  try {
    return await embedder.embed(batch.map(({ item }) => item.content));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (batch.length === 1) return [undefined];
    const vectors: (Float32Array | null | undefined)[] = [];
    for (const change of batch) vectors.push(...(await embedBatch(embedder, [change])));
    return vectors;
  }
}
