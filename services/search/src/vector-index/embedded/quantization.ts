/**
 * Maximum magnitude of a query value (11 bits). The 32-bit sums of the kernel then do not overflow for 8192
 * products with codes of up to 127.
 */
const MAX_QUERY_VALUE = 2047;
const MAX_CODE = 127;
/** Number of steps of a residual per step of a code. */
const RESIDUAL_STEPS = 256;

/** A query vector as integers: element `k` is approximately `scale * values[k]`. */
export interface QuantizedQuery {
  scale: number;
  values: Int16Array;
}

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

/** Quantizes a vector for storage. The vector must have an element other than 0. */
export function quantizeRow(vector: Float32Array): QuantizedRow {
  // The scale is rounded to the stored precision first, because the residuals depend on it.
  const scale = Math.fround(maxMagnitude(vector) / MAX_CODE);
  const codes = new Int8Array(vector.length);
  const residuals = new Int8Array(vector.length);
  for (let k = 0; k < vector.length; k++) {
    const exact = vector[k]! / scale;
    codes[k] = Math.round(exact);
    residuals[k] = Math.min(127, Math.round((exact - codes[k]!) * RESIDUAL_STEPS));
  }
  return { scale, codes, residuals };
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
 */
export function quantizeQuery(vector: Float32Array): QuantizedQuery {
  const max = maxMagnitude(vector);
  const values = new Int16Array(vector.length);
  for (let k = 0; k < vector.length; k++) values[k] = Math.round((vector[k]! * MAX_QUERY_VALUE) / max);
  return { scale: max / MAX_QUERY_VALUE, values };
}

function maxMagnitude(vector: Float32Array): number {
  let max = 0;
  for (let k = 0; k < vector.length; k++) max = Math.max(max, Math.abs(vector[k]!));
  return max;
}
