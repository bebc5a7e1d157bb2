import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { invalidField, unavailable } from '@loci/core';
import type { Embedder } from './embedder.ts';
import { readTokenVectors, type TokenVectors } from './token-vector-file.ts';
import { createWordPieceTokenizer } from './word-piece-tokenizer.ts';

/** Names the built-in model. */
export const BUILTIN_MODEL = 'static-minilm-256';

const FILE = fileURLToPath(new URL(`../../assets/${BUILTIN_MODEL}.bin`, import.meta.url));
const MAX_BATCH = 4096;
// A long batch gives way to requests this often: the gateway may run on the same thread.
const WORK_BEFORE_YIELD_MS = 5;

/**
 * The embedder that needs no server and no download: static token vectors distilled from
 * all-MiniLM-L6-v2, averaged. Loads in about 12 ms and takes about 0.02 ms for a short text.
 *
 * @see services/search/NOTICE for what the file was made from
 */
export function createBuiltinEmbedder(): Embedder {
  const table = readTokenVectors(FILE);
  const tokenize = createWordPieceTokenizer(table.vocabulary);
  let closed = false;

  return {
    model: BUILTIN_MODEL,
    dimension: table.dimension,
    maxBatch: MAX_BATCH,

    async embed(texts, { signal } = {}) {
      if (closed) throw unavailable('The embedder');
      if (texts.length > MAX_BATCH) throw invalidField('texts', `A batch holds at most ${MAX_BATCH} texts.`);
      signal?.throwIfAborted();
      const vectors: (Float32Array | null)[] = [];
      let yieldedAt = performance.now();
      for (const text of texts) {
        if (performance.now() - yieldedAt > WORK_BEFORE_YIELD_MS) {
          await setImmediate();
          signal?.throwIfAborted();
          yieldedAt = performance.now();
        }
        vectors.push(meanVector(table, tokenize(text)));
      }
      return vectors;
    },

    async close() {
      closed = true;
    },
  };
}

function meanVector(
  { dimension, scales, codes }: TokenVectors,
  rows: readonly number[],
): Float32Array | null {
  const sum = new Float32Array(dimension);
  for (const row of rows) {
    const scale = scales[row]!;
    const start = row * dimension;
    for (let k = 0; k < dimension; k++) sum[k]! += scale * codes[start + k]!;
  }
  let squares = 0;
  for (const value of sum) squares += value * value;
  if (squares === 0) return null;
  const norm = 1 / Math.sqrt(squares);
  for (let k = 0; k < dimension; k++) sum[k]! *= norm;
  return sum;
}
