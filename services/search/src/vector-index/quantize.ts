// 11 bits for the query: 8192 products with a code of at most 127 fit the 32-bit sums of the kernel.
const MAX_QUERY_NUMBER = 2047;
const MAX_CODE = 127;

/** A vector as whole numbers: element `k` is about `scale * numbers[k]`. */
export interface Quantized<Numbers extends Int8Array | Int16Array> {
  scale: number;
  numbers: Numbers;
}

/** One byte per dimension, as rows are kept. */
export function quantizeRow(vector: Float32Array): Quantized<Int8Array> {
  return {
    scale: largest(vector) / MAX_CODE,
    numbers: quantized(vector, MAX_CODE, new Int8Array(vector.length)),
  };
}

/** Two bytes per dimension: there is one query for many rows, so its precision costs nothing. */
export function quantizeQuery(vector: Float32Array): Quantized<Int16Array> {
  const numbers = quantized(vector, MAX_QUERY_NUMBER, new Int16Array(vector.length));
  return { scale: largest(vector) / MAX_QUERY_NUMBER, numbers };
}

function largest(vector: Float32Array): number {
  let max = 0;
  for (const value of vector) max = Math.max(max, Math.abs(value));
  return max;
}

function quantized<Numbers extends Int8Array | Int16Array>(
  vector: Float32Array,
  top: number,
  numbers: Numbers,
): Numbers {
  const factor = top / largest(vector);
  for (let k = 0; k < vector.length; k++) numbers[k] = Math.round(vector[k]! * factor);
  return numbers;
}
