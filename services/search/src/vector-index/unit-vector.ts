import { invalidField } from '@loci/core';

/**
 * A copy of the vector with length 1.
 *
 * @throws VAL_FIELD_INVALID for another dimension, length 0, or a number that is infinite or none
 */
export function toUnitVector(vector: Float32Array, dimension: number): Float32Array {
  if (vector.length !== dimension) {
    throw invalidField('vector', `A vector has ${dimension} dimensions here, not ${vector.length}.`);
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!(squares > 0) || squares === Infinity) throw invalidField('vector', 'A vector has a direction.');
  const norm = Math.sqrt(squares);
  return vector.map((value) => value / norm);
}
