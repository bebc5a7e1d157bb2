type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/**
 * Returns `array` if it has at least `length` elements. Otherwise returns a copy that is at least 1.5 times
 * as long.
 */
export function growArray<A extends NumberArray>(array: A, length: number): A {
  if (array.length >= length) return array;
  const copy = new (array.constructor as new (length: number) => A)(
    Math.max(length, Math.ceil(array.length * 1.5)),
  );
  copy.set(array);
  return copy;
}
