type NumberArray = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** `array` itself when it holds `length` numbers, else a longer one with the same start. */
export function growArray<A extends NumberArray>(array: A, length: number): A {
  if (array.length >= length) return array;
  const longer = new (array.constructor as new (length: number) => A)(
    Math.max(length, Math.ceil(array.length * 1.5)),
  );
  longer.set(array);
  return longer;
}
