/**
 * Rounds a unit vector to eight decimals for JSON, which halves the size of requests. At 256 dimensions,
 * scores change by less than 1e-6.
 */
export const toJsonVector = (unit: Float32Array): number[] =>
  Array.from(unit, (value) => Math.round(value * 1e8) / 1e8);
