import { invalidField } from '@loci/core';

/**
 * Returns a copy of the vector, scaled to length 1.
 *
 * @throws VAL_FIELD_INVALID like {@link toUnitVectors}
 */
export const toUnitVector = (vector: Float32Array, dimension: number): Float32Array =>
  toUnitVectors([vector], dimension);

/**
 * Returns copies of vectors, each scaled to length 1, in one array.
 *
 * @throws VAL_FIELD_INVALID if the vector has another dimension, length 0, or an element that is not finite
 */
export function toUnitVectors(
  vectors: readonly Float32Array[],
  dimension: number,
): Float32Array<ArrayBuffer> {
  const units = new Float32Array(vectors.length * dimension);
  for (let i = 0; i < vectors.length; i++) writeUnitVector(vectors[i]!, dimension, units, i * dimension);
  return units;
}

function writeUnitVector(vector: Float32Array, dimension: number, units: Float32Array, start: number): void {
  if (vector.length !== dimension) {
    throw invalidField('vector', `The vector must have ${dimension} dimensions, but has ${vector.length}.`);
  }
  let squares = 0;
  for (let k = 0; k < dimension; k++) squares += vector[k]! * vector[k]!;
  if (!(squares > 0) || squares === Infinity)
    throw invalidField('vector', 'The vector must have finite elements, and at least one must not be 0.');
  const norm = Math.sqrt(squares);
  for (let k = 0; k < dimension; k++) units[start + k] = vector[k]! / norm;
}
