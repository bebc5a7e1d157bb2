import { describe, expect, test } from '@jest/globals';
import { quantizeRow } from './quantization.ts';
import { SignSketches } from './sign-sketches.ts';

const everyRow = (): boolean => true;

function randomVectors(seed: number, count: number, dimension: number): Float32Array[] {
  let state = seed;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  return Array.from({ length: count }, () => Float32Array.from({ length: dimension }, random));
}

function sketchesOf(vectors: readonly Float32Array[], dimension: number): SignSketches {
  const sketches = new SignSketches(dimension);
  vectors.forEach((vector, ordinal) => sketches.set(ordinal, quantizeRow(vector).codes));
  return sketches;
}

/** Computes the dot product of a query and the signs of a vector. */
function estimate(query: Float32Array, vector: Float32Array): number {
  const { codes } = quantizeRow(vector);
  return query.reduce((sum, value, k) => sum + (codes[k]! < 0 ? -value : value), 0);
}

describe('candidates of sign sketches', () => {
  test.each([5, 16, 100, 256])(
    'are the rows with the highest dot product of query and signs in %i dimensions',
    (dimension) => {
      const vectors = randomVectors(dimension, 2_000, dimension);
      const [query] = randomVectors(7, 1, dimension) as [Float32Array];
      const selected = sketchesOf(vectors, dimension).candidates(query, vectors.length, 400, everyRow);
      const best = [...vectors.keys()]
        .map((ordinal) => ({ ordinal, score: estimate(query, vectors[ordinal]!) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 200);
      expect(selected).toEqual(expect.arrayContaining(best.map(({ ordinal }) => ordinal)));
    },
  );

  test('are about as many as requested', () => {
    const vectors = randomVectors(5, 20_000, 32);
    const sketches = sketchesOf(vectors, 32);
    for (const query of vectors.slice(0, 10)) {
      const { length } = sketches.candidates(query, vectors.length, 2_000, everyRow);
      expect(length).toBeGreaterThanOrEqual(1_500);
      expect(length).toBeLessThan(2_600);
    }
  });

  test('contain the row that equals the query, with the maximum number of dimensions', () => {
    const vectors = randomVectors(3, 128, 8_192);
    const sketches = sketchesOf(vectors, 8_192);
    for (const ordinal of [0, 63, 127])
      expect(sketches.candidates(vectors[ordinal]!, vectors.length, 4, everyRow)).toContain(ordinal);
  });

  test('are all rows that pass the filter if these are fewer than requested', () => {
    const vectors = randomVectors(11, 2_000, 32);
    const passing = [3, 16, 900, 1_999];
    const selected = sketchesOf(vectors, 32).candidates(vectors[0]!, vectors.length, 100, (ordinal) =>
      passing.includes(ordinal),
    );
    expect(selected.toSorted((a, b) => a - b)).toEqual(passing);
  });

  test('contain each row at most once, and evaluate the filter at most once per row', () => {
    const vectors = randomVectors(13, 2_001, 32);
    const evaluated: number[] = [];
    const selected = sketchesOf(vectors, 32).candidates(vectors[5]!, vectors.length, 500, (ordinal) => {
      evaluated.push(ordinal);
      return ordinal % 10 === 0;
    });
    expect(new Set(selected).size).toBe(selected.length);
    expect(new Set(evaluated).size).toBe(evaluated.length);
    expect(Math.max(...evaluated)).toBeLessThan(vectors.length);
  });

  test('use the new sketch of a changed row', () => {
    const vectors = randomVectors(17, 1_000, 64);
    const sketches = sketchesOf(vectors, 64);
    const [changed] = randomVectors(99, 1, 64) as [Float32Array];
    sketches.set(500, quantizeRow(changed).codes);
    expect(sketches.candidates(changed, 1_000, 10, everyRow)).toContain(500);
    expect(sketches.candidates(vectors[500]!, 1_000, 10, everyRow)).not.toContain(500);
  });
});
