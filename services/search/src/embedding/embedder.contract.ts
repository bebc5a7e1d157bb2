import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Embedder } from './embedder.ts';

export interface EmbedderContract {
  create(): Promise<Embedder>;
  /** A text for which the model has no vector, if there are such texts. */
  unknownText?: string;
}

/** Defines the contract tests that every embedder must pass. */
export function describeEmbedderContract({ create, unknownText }: EmbedderContract): void {
  describe('Embedder', () => {
    let embedder: Embedder;
    beforeEach(async () => {
      embedder = await create();
    });
    afterEach(() => embedder.close());

    test('has a model name, a positive dimension and a positive batch size', () => {
      expect(embedder.model).not.toBe('');
      expect(embedder.dimension).toBeGreaterThan(0);
      expect(embedder.maxBatch).toBeGreaterThan(0);
    });

    test('returns one vector of length 1 for each text', async () => {
      const vectors = await embedder.embed(TEXTS);
      expect(vectors).toHaveLength(TEXTS.length);
      for (const vector of vectors) {
        expect(vector).toHaveLength(embedder.dimension);
        expect(Math.hypot(...vector!)).toBeCloseTo(1, 4);
      }
    });

    test('returns vectors in the order of the texts', async () => {
      const vectors = await embedder.embed(TEXTS);
      for (const [i, text] of TEXTS.entries()) {
        const [alone] = await embedder.embed([text]);
        expect(cosine(vectors[i]!, alone!)).toBeCloseTo(1, 5);
      }
    });

    test('returns the same vector for the same text', async () => {
      const [first, second] = await embedder.embed(['Twice the same', 'Twice the same']);
      const [third] = await embedder.embed(['Twice the same']);
      expect(second).toEqual(first);
      expect(third).toEqual(first);
    });

    test('returns an empty list for an empty batch', async () => {
      expect(await embedder.embed([])).toEqual([]);
    });

    test('accepts a batch of the maximum size', async () => {
      expect(await embedder.embed(batchOf(embedder.maxBatch))).toHaveLength(embedder.maxBatch);
    });

    test('rejects a batch of more than the maximum size', async () => {
      const texts = batchOf(embedder.maxBatch + 1);
      await expect(embedder.embed(texts)).rejects.toMatchObject({ code: 'VAL_FIELD_INVALID' });
    });

    test('accepts texts of 10,000 characters and of any script', async () => {
      const texts = ['word '.repeat(2000), 'мир '.repeat(2500), '🚀 launch', 'a\u0301e\u0300'];
      expect(await embedder.embed(texts)).toHaveLength(texts.length);
    });

    test('rejects with the reason of a signal that is already aborted', async () => {
      const controller = new AbortController();
      controller.abort(new Error('The client disconnected.'));
      await expect(embedder.embed(['text'], { signal: controller.signal })).rejects.toThrow(
        'The client disconnected.',
      );
    });

    test('stops a running batch when its signal is aborted', async () => {
      const controller = new AbortController();
      const texts = Array.from({ length: embedder.maxBatch }, () => 'many more words to embed '.repeat(40));
      const running = embedder.embed(texts, { signal: controller.signal });
      setImmediate(() => controller.abort(new Error('The client disconnected.')));
      await expect(running).rejects.toThrow('The client disconnected.');
    });

    test('returns the same vectors from concurrent calls as from one batch', async () => {
      const texts = Array.from({ length: 20 }, (_, i) => `the story of topic ${'abcdefghijklmnopqrst'[i]}`);
      const separate = await Promise.all(texts.map((text) => embedder.embed([text])));
      const together = await embedder.embed(texts);
      for (const [i] of texts.entries()) {
        expect(cosine(separate[i]![0]!, together[i]!)).toBeCloseTo(1, 5);
      }
    });

    if (unknownText !== undefined) {
      test('returns null for a text that the model has no vector for', async () => {
        const [known, unknown] = await embedder.embed(['known', unknownText]);
        expect(known).not.toBeNull();
        expect(unknown).toBeNull();
      });
    }

    test('rejects calls as unavailable after close', async () => {
      await embedder.close();
      await expect(embedder.embed(['text'])).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    });

    test('can be closed twice', async () => {
      await embedder.close();
      await expect(embedder.close()).resolves.toBeUndefined();
    });
  });
}

const TEXTS = ['Cats sleep all day.', 'The invoice is overdue.', 'Kittens nap often.', '猫は寝る'];

const batchOf = (size: number): string[] => Array.from({ length: size }, (_, i) => `text number ${i}`);

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, k) => sum + value * b[k]!, 0);
}
