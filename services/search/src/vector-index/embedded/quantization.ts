/**
 * Maximum magnitude of a query value (11 bits). The 32-bit sums of the kernel then do not overflow for 8192
 * products with codes of up to 127.
 */
const MAX_QUERY_VALUE = 2047;
const MAX_CODE = 127;
/** Number of steps of a residual per step of a code. */
const RESIDUAL_STEPS = 256;

/**
 * A stored vector in two bytes per dimension. Element `k` is `scale * (codes[k] + residuals[k] / 256)`, with
 * an error of at most 1/32,000 of the largest element. A scan uses only the int8 codes. The residuals are
 * added for the best candidates.
 */
export interface QuantizedRow {
  scale: number;
  codes: Int8Array;
  residuals: Int8Array;
}

// The functions write to arrays of the caller, because creating a typed array of more than 64 bytes takes 2 µs, which is
// longer than quantizing a vector. They round with `Math.floor`, which is five times as fast as `Math.round` here.

/** Quantizes a vector for storage. The vector must have an element other than 0. */
export function quantizeRow(vector: Float32Array): QuantizedRow {
  const codes = new Int8Array(vector.length);
  const residuals = new Int8Array(vector.length);
  return { scale: quantizeRowInto(vector, codes, residuals), codes, residuals };
}

/**
 * Does the same as {@link quantizeRow}, but writes to existing arrays.
 *
 * @returns the scale
 */
export function quantizeRowInto(vector: Float32Array, codes: Int8Array, residuals: Int8Array): number {
  // The scale is rounded to the stored precision first, because the residuals depend on it.
  const scale = Math.fround(maxMagnitude(vector) / MAX_CODE);
  for (let k = 0; k < vector.length; k++) {
    const exact = vector[k]! / scale;
    const code = Math.floor(exact + 0.5);
    const residual = Math.floor((exact - code) * RESIDUAL_STEPS + 0.5);
    codes[k] = code;
    residuals[k] = residual > 127 ? 127 : residual;
  }
  return scale;
}

export function dequantizeRow({ scale, codes, residuals }: QuantizedRow): Float32Array {
  const vector = new Float32Array(codes.length);
  for (let k = 0; k < codes.length; k++) vector[k] = scale * (codes[k]! + residuals[k]! / RESIDUAL_STEPS);
  return vector;
}

/**
 * Quantizes a query to two bytes per dimension. One query is compared with many rows, so its size does not
 * matter.
 *
 * @param vector must have an element other than 0
 * @param values receives the integers: element `k` of the vector is approximately `scale * values[k]`
 * @returns the scale
 */
export function quantizeQueryInto(vector: Float32Array, values: Int16Array): number {
  const max = maxMagnitude(vector);
  for (let k = 0; k < vector.length; k++) values[k] = Math.floor((vector[k]! * MAX_QUERY_VALUE) / max + 0.5);
  return max / MAX_QUERY_VALUE;
}

function maxMagnitude(vector: Float32Array): number {
  let max = 0;
  for (let k = 0; k < vector.length; k++) {
    const magnitude = Math.abs(vector[k]!);
    if (magnitude > max) max = magnitude;
  }
  return max;
}
