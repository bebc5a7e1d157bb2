// 11 bits for the query: 8192 products with a code of at most 127 fit the 32-bit sums of the kernel.
const MAX_QUERY_NUMBER = 2047;
const MAX_CODE = 127;
const STEPS_PER_CODE = 256;

/** A query as whole numbers: element `k` is about `scale * numbers[k]`. */
export interface QuantizedQuery {
  scale: number;
  values: Int16Array;
}

/**
 * A stored vector in two bytes per dimension: element `k` is `scale * (codes[k] + fine[k] / 256)`, right to a
 * 65,000th of the largest. The first byte is what is scanned.
 */
export interface QuantizedRow {
  scale: number;
  codes: Int8Array;
  residuals: Int8Array;
}

export function quantizeRow(vector: Float32Array): QuantizedRow {
  // As it is stored: what is left for the fine part depends on it.
  const scale = Math.fround(largest(vector) / MAX_CODE);
  const codes = new Int8Array(vector.length);
  const residuals = new Int8Array(vector.length);
  for (let k = 0; k < vector.length; k++) {
    const exact = vector[k]! / scale;
    codes[k] = Math.round(exact);
    residuals[k] = Math.min(127, Math.round((exact - codes[k]!) * STEPS_PER_CODE));
  }
  return { scale, codes, residuals };
}

/** The vector of a row. */
export function dequantizeRow({ scale, codes, residuals }: QuantizedRow): Float32Array {
  return Float32Array.from(codes, (code, k) => scale * (code + residuals[k]! / STEPS_PER_CODE));
}

/** Two bytes per dimension: there is one query for many rows, so its precision costs nothing. */
export function quantizeQuery(vector: Float32Array): QuantizedQuery {
  const top = largest(vector);
  const values = Int16Array.from(vector, (value) => Math.round((value * MAX_QUERY_NUMBER) / top));
  return { scale: top / MAX_QUERY_NUMBER, values };
}

/** The dot product of a vector and the row whose codes begin at `codesStart` and whose fine part at `fineStart`. */
export function dotWithRow(
  vector: Float32Array,
  scale: number,
  codes: Int8Array,
  codesStart: number,
  fine: Int8Array,
  fineStart: number,
): number {
  let sum = 0;
  for (let k = 0; k < vector.length; k++) {
    sum += vector[k]! * (codes[codesStart + k]! * STEPS_PER_CODE + fine[fineStart + k]!);
  }
  return (scale / STEPS_PER_CODE) * sum;
}

function largest(vector: Float32Array): number {
  let max = 0;
  for (const value of vector) max = Math.max(max, Math.abs(value));
  return max;
}
