import { describe, expect, test } from '@jest/globals';
import { InvertedLists } from './inverted-lists.ts';
import { quantizeRow } from './quantization.ts';

/** Unit vector with 1 in one dimension. */
function axis(dimension: number, k: number): Float32Array {
  const vector = new Float32Array(dimension);
  vector[k] = 1;
  return vector;
}

/** Unit vectors with pseudorandom elements. */
function randomVectors(count: number, dimension: number): Float32Array[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    const vector = new Float32Array(dimension);
    for (let k = 0; k < dimension; k++) {
      state = (state * 48_271) % 2_147_483_647;
      vector[k] = state / 2_147_483_647 - 0.5;
    }
    const norm = Math.hypot(...vector);
    return vector.map((value) => value / norm);
  });
}

/** Number of dimensions in which the codes of a row and a query have different signs. */
const distanceOf = (row: Float32Array, query: Float32Array): number =>
  quantizeRow(row).codes.reduce((sum, code, k) => sum + (code < 0 === query[k]! < 0 ? 0 : 1), 0);

function fill(lists: InvertedLists, vectors: readonly Float32Array[]): void {
  vectors.forEach((vector, i) => lists.add(i, lists.nearestList(vector), quantizeRow(vector).codes));
}

const sortedOrdinals = (ordinals: Int32Array): number[] => [...ordinals].sort((a, b) => a - b);

describe('inverted lists', () => {
  test('assign a vector to the list of the most similar centroid', () => {
    const centroids = [0, 1, 2].map((k) => quantizeRow(axis(20, k)));
    const lists = new InvertedLists(20, centroids);
    expect([2, 0, 1].map((k) => lists.nearestList(axis(20, k)))).toEqual([2, 0, 1]);
  });

  test.each([20, 64, 256, 328])(
    'return the rows whose vectors differ from the query in the fewest signs, in %i dimensions',
    (dimension) => {
      const [query, ...vectors] = randomVectors(701, dimension);
      const lists = new InvertedLists(dimension, vectors.slice(0, 8).map(quantizeRow));
      fill(lists, vectors);
      const found = lists.candidates(query!, 10).sorted();
      const distances = vectors.map((vector) => distanceOf(vector, query!)).sort((a, b) => a - b);
      expect(Array.from(found.scores, (score) => -score)).toEqual(distances.slice(0, 10));
      expect(Array.from(found.ordinals, (ordinal) => distanceOf(vectors[ordinal]!, query!))).toEqual(
        distances.slice(0, 10),
      );
    },
  );

  test('scan at most 16,384 rows per query', () => {
    const lists = new InvertedLists(16, [quantizeRow(axis(16, 0))]);
    const { codes } = quantizeRow(axis(16, 0));
    for (let ordinal = 0; ordinal < 20_000; ordinal++) lists.add(ordinal, 0, codes);
    expect(lists.candidates(axis(16, 0), 20_000).ordinals()).toHaveLength(16_384);
  });

  test('scan at most 128 lists per query', () => {
    const vectors = randomVectors(300, 32);
    const lists = new InvertedLists(32, vectors.map(quantizeRow));
    fill(lists, vectors);
    expect(lists.candidates(vectors[0]!, 300).ordinals()).toHaveLength(128);
  });

  test('return exactly the current rows after removals and after their ordinals are reused', () => {
    const vectors = randomVectors(1000, 32);
    const lists = new InvertedLists(32, vectors.slice(0, 4).map(quantizeRow));
    fill(lists, vectors);
    for (let ordinal = 0; ordinal < 1000; ordinal += 2) lists.remove(ordinal);
    const odd = Array.from({ length: 500 }, (_, i) => 2 * i + 1);
    expect(sortedOrdinals(lists.candidates(vectors[0]!, 1000).ordinals())).toEqual(odd);
    expect(lists.size).toBe(500);

    for (let ordinal = 0; ordinal < 1000; ordinal += 2)
      lists.add(ordinal, lists.nearestList(vectors[ordinal]!), quantizeRow(vectors[ordinal]!).codes);
    expect(lists.candidates(vectors[0]!, 1000).ordinals()).toHaveLength(1000);
    expect(lists.candidates(vectors[0]!, 1).ordinals()).toEqual(Int32Array.of(0));
  });

  test('reuse the memory of removed rows', () => {
    const vectors = randomVectors(1000, 32);
    const lists = new InvertedLists(32, vectors.slice(0, 4).map(quantizeRow));
    fill(lists, vectors);
    const before = lists.sizeBytes;
    for (let round = 0; round < 20; round++) {
      for (let ordinal = 0; ordinal < 1000; ordinal++) lists.remove(ordinal);
      fill(lists, vectors);
    }
    expect(lists.sizeBytes).toBe(before);
  });
});
