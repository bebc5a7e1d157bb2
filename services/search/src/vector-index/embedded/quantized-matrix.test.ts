import { expect, test } from '@jest/globals';
import { quantizeRow } from './quantization.ts';
import { QuantizedMatrix } from './quantized-matrix.ts';

const DIMENSION = 24;

/** A vector with values that depend on the seed. */
const exampleVector = (seed: number): Float32Array =>
  Float32Array.from({ length: DIMENSION }, (_, k) => Math.sin(seed * 7.3 + k * 1.7));

test.each([16, 24, 256, 300])(
  'QuantizedMatrix computes dot products in full precision in %i dimensions',
  (dimension) => {
    const matrix = new QuantizedMatrix(dimension);
    const vectorOf = (seed: number) =>
      Float32Array.from({ length: dimension }, (_, k) => Math.sin(seed * 7.3 + k * 1.7));
    // More rows than one call of the kernel handles.
    const ordinals = Int32Array.from({ length: 150 }, (_, i) => (i * 37) % 150);
    for (const ordinal of ordinals) matrix.set(ordinal, quantizeRow(vectorOf(ordinal)));
    const query = vectorOf(0.5);
    const dots = matrix.dots(ordinals, query);
    for (const [i, ordinal] of ordinals.entries()) {
      const { scale, codes, residuals } = quantizeRow(vectorOf(ordinal));
      const expected = query.reduce(
        (sum, value, k) => sum + value * scale * (codes[k]! + residuals[k]! / 256),
        0,
      );
      expect(dots[i]).toBeCloseTo(expected, 10);
    }
  },
);

test('QuantizedMatrix computes the same dot products for a list of rows as for each row, for lists of any length', () => {
  const matrix = new QuantizedMatrix(DIMENSION);
  // The rows are in different blocks of residuals.
  const ordinals = [3, 2_000, 17, 1_023, 1_024, 5, 999, 2_047, 0];
  for (const ordinal of ordinals) matrix.set(ordinal, quantizeRow(exampleVector(ordinal)));
  const query = exampleVector(0.5);
  for (let length = 0; length <= ordinals.length; length++) {
    const listed = ordinals.slice(0, length);
    const expected = listed.map((ordinal) => matrix.dot(ordinal, query));
    expect([...matrix.dots(Int32Array.from(listed), query)]).toEqual(expected);
  }
});

test('approximateDots returns the scores of a scan for rows in any order', () => {
  const dimension = 48;
  const matrix = new QuantizedMatrix(dimension);
  const valueOf = (row: number, k: number): number => Math.sin(row * 31 + k * 7);
  for (let row = 0; row < 3_000; row++)
    matrix.set(row, quantizeRow(Float32Array.from({ length: dimension }, (_, k) => valueOf(row, k))));
  const query = Float32Array.from({ length: dimension }, (_, k) => Math.cos(k));
  const scanned = new Float32Array(3_000);
  matrix.forEachScoreBlock(query, 3_000, (first, scores) => scanned.set(scores, first));
  const ordinals = Int32Array.from({ length: 2_500 }, (_, i) => (i * 1_009) % 3_000);
  expect(matrix.approximateDots(query, ordinals)).toEqual(
    Float32Array.from(ordinals, (ordinal) => scanned[ordinal]!),
  );
});
