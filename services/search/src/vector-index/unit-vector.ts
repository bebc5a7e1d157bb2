import { invalidField } from '@loci/core';

/**
 * Returns a copy of the vector, scaled to length 1.
 *
 * @throws VAL_FIELD_INVALID if the vector has another dimension, length 0, or an element that is not finite
 */
export function toUnitVector(vector: Float32Array, dimension: number): Float32Array {
  if (vector.length !== dimension) {
    throw invalidField('vector', `The vector must have ${dimension} dimensions, but has ${vector.length}.`);
  }
  let squares = 0;
  for (let k = 0; k < dimension; k++) squares += vector[k]! * vector[k]!;
  if (!(squares > 0) || squares === Infinity)
    throw invalidField('vector', 'The vector must have finite elements, and at least one must not be 0.');
  const norm = Math.sqrt(squares);
  const unit = new Float32Array(dimension);
  for (let k = 0; k < dimension; k++) unit[k] = vector[k]! / norm;
  return unit;
}
