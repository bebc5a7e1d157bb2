/** Returns the next number of a seeded pseudorandom sequence in [0, 1). */
export type Random = () => number;

/** Creates a mulberry32 generator. Not suitable for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks one of `choices` with equal probability. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/**
 * Creates a function that draws indexes 0..size-1 by Zipf's law: the probability is proportional to 1 /
 * (index + 1).
 */
export function createZipf(size: number): (random: Random) => number {
  const cumulative = new Float64Array(size);
  let sum = 0;
  for (let index = 0; index < size; index++) cumulative[index] = sum += 1 / (index + 1);
  return (random) => {
    const target = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
