import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Embedder } from './embedder.ts';

export interface EmbedderContract {
  create(): Promise<Embedder>;
  /** A text in which the model knows nothing, where there is one. */
  unknownText?: string;
}

/** What every embedder promises, whatever computes the vectors. */
export function describeEmbedderContract({ create, unknownText }: EmbedderContract): void {
  describe('Embedder', () => {
    let embedder: Embedder;
    beforeEach(async () => {
      embedder = await create();
    });
    afterEach(() => embedder.close());

    test('says which model it is, and its dimension and batch size are positive', () => {
      expect(embedder.model).not.toBe('');
      expect(embedder.dimension).toBeGreaterThan(0);
      expect(embedder.maxBatch).toBeGreaterThan(0);
    });

    test('gives one vector of length 1 for each text, in order', async () => {
      const texts = ['Cats sleep all day.', 'The invoice is overdue.', 'Kittens nap often.', '猫は寝る'];
      const together = await embedder.embed(texts);
      expect(together).toHaveLength(texts.length);
      for (const [i, text] of texts.entries()) {
        const [alone] = await embedder.embed([text]);
        expect(together[i]).toHaveLength(embedder.dimension);
        expect(cosine(together[i]!, alone!)).toBeCloseTo(1, 5);
        expect(Math.hypot(...together[i]!)).toBeCloseTo(1, 4);
      }
    });

    test('gives the same text the same vector', async () => {
      const [first, second] = await embedder.embed(['Twice the same', 'Twice the same']);
      const [third] = await embedder.embed(['Twice the same']);
      expect(second).toEqual(first);
      expect(third).toEqual(first);
    });

    test('no texts: no vectors', async () => {
      expect(await embedder.embed([])).toEqual([]);
    });

    test('a full batch passes, one text more is refused', async () => {
      const full = Array.from({ length: embedder.maxBatch }, (_, i) => `text number ${i}`);
      expect(await embedder.embed(full)).toHaveLength(embedder.maxBatch);
      await expect(embedder.embed([...full, 'one more'])).rejects.toMatchObject({
        code: 'VAL_FIELD_INVALID',
      });
    });

    test('the largest content (10,000 characters) and any script are taken', async () => {
      const texts = ['word '.repeat(2000), 'мир '.repeat(2500), '🚀 launch', 'a\u0301e\u0300'];
      expect(await embedder.embed(texts)).toHaveLength(texts.length);
    });

    test('an aborted signal stops the call', async () => {
      const controller = new AbortController();
      controller.abort(new Error('the caller hung up'));
      await expect(embedder.embed(['text'], { signal: controller.signal })).rejects.toThrow(
        'the caller hung up',
      );
    });

    test('a signal that is aborted while a batch runs stops it', async () => {
      const controller = new AbortController();
      const texts = Array.from({ length: embedder.maxBatch }, () => 'many more words to embed '.repeat(40));
      const running = embedder.embed(texts, { signal: controller.signal });
      setImmediate(() => controller.abort(new Error('the caller hung up')));
      await expect(running).rejects.toThrow('the caller hung up');
    });

    test('calls that run side by side do not mix their vectors', async () => {
      const texts = Array.from({ length: 20 }, (_, i) => `the story of topic ${'abcdefghijklmnopqrst'[i]}`);
      const sideBySide = await Promise.all(texts.map((text) => embedder.embed([text])));
      const together = await embedder.embed(texts);
      for (const [i] of texts.entries()) {
        expect(cosine(sideBySide[i]![0]!, together[i]!)).toBeCloseTo(1, 5);
      }
    });

    if (unknownText !== undefined) {
      test('a text without anything known has no vector', async () => {
        const [known, unknown] = await embedder.embed(['known', unknownText]);
        expect(known).not.toBeNull();
        expect(unknown).toBeNull();
      });
    }

    test('after close every call is refused', async () => {
      await embedder.close();
      await expect(embedder.embed(['text'])).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
      await embedder.close();
    });
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, k) => sum + value * b[k]!, 0);
}
